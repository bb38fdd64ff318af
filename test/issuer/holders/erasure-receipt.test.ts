import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SignedReceipt } from '../../../src/admin/contract/holders/erasure-receipt.ts';
import { SEALED_AFTER } from '../../../src/audit/index.ts';
import { DAY } from '../../../src/conventions/time.ts';
import { diptych, to } from '../../support/cli.ts';
import { expectNothingWritten } from '../../support/database.ts';
import { mdl, newHolder } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';
import { startWorld } from '../../support/world.ts';

const world = useWorld();
const folder = mkdtempSync(join(tmpdir(), 'diptych-receipt-'));

async function sealed(one = world()) {
  one.advance(SEALED_AFTER + 1);
  await one.server.context.sealLog();
  return (await one.admin('getSeals', {})).keys[0] ?? '';
}

async function erasedHolder() {
  const id = await newHolder(world());
  return { id, ...(await world().admin('eraseHolder', { id })) };
}

describe('A signed receipt of an erasure (D2.3)', () => {
  it('has the erasure, its event and the time at which it is complete, and neither the id of the holder nor personal data', async () => {
    const { id, erasureId, eraseTime, completeTime } = await erasedHolder();
    const key = await sealed();
    const signed = await world().admin('getErasureReceipt', { id });
    expect(signed.receipt).toMatchObject({ erasureId, eraseTime, completeTime, epoch: 1 });
    expect(signed.receipt.destroyTime).toBeUndefined();
    expect(JSON.stringify(signed)).not.toContain(id);
    const { line } = await world().admin('proveEvent', { id: signed.receipt.event });
    expect(line).toMatchObject({ subject: 'holder', subjectId: erasureId, event: 'erase' });
    const byErasure = await world().admin('getErasureReceipt', { id: erasureId });
    expect(byErasure.receipt).toEqual({ ...signed.receipt, issueTime: byErasure.receipt.issueTime });

    const file = join(folder, 'receipt.json');
    const write = () => diptych('holders', 'receipt', id, '--out', file, ...to(world()));
    expect(await write()).toMatchObject({ exit: 0, out: expect.stringContaining(erasureId) });
    // Not overwritten.
    expect((await write()).exit).not.toBe(0);
    const check = (sealKey: string) => diptych('holders', 'check-receipt', file, '--seal-key', sealKey);
    expect(await check(key)).toMatchObject({
      exit: 0,
      out: expect.stringMatching(`complete on ${completeTime}[^]*the signature verifies`),
    });
    expect(await check('ab'.repeat(32))).toMatchObject({
      exit: 1,
      out: expect.stringContaining('another key'),
    });

    const written = JSON.parse(readFileSync(file, 'utf8')) as SignedReceipt;
    const change = (receipt: object, rest: object = {}) =>
      writeFileSync(
        file,
        JSON.stringify({ ...written, receipt: { ...written.receipt, ...receipt }, ...rest }),
      );
    const { receipt: other } = await world().admin('getErasureReceipt', { id: (await erasedHolder()).id });
    expect(other.holder).not.toBe(written.receipt.holder);
    change({ holder: other.holder });
    expect(await check(key)).toMatchObject({ exit: 1, out: expect.stringContaining('changed') });
    change({}, { signature: `${'A'.repeat(86)}==` });
    expect(await check(key)).toMatchObject({ exit: 1, out: expect.stringContaining('changed') });
    change({ format: 'diptych compromise drill 1' });
    expect(await check(key)).toMatchObject({ exit: 2, err: expect.stringContaining('is not a receipt') });
    writeFileSync(file, Buffer.alloc(17 << 20, '['));
    expect(await check(key)).toMatchObject({ exit: 2, err: expect.stringContaining('larger than') });
  });

  it('after the key of the epoch is destroyed, a new receipt has the time and the event', async () => {
    const one = await startWorld();
    try {
      const id = await newHolder(one);
      const { completeTime } = await one.admin('eraseHolder', { id });
      await sealed(one);
      await one.server.context.rewrapHolderKeys();
      one.advance(60 * DAY);
      await one.server.context.rewrapHolderKeys();
      const { receipt } = await one.admin('getErasureReceipt', { id });
      const { events } = await one.admin('listEvents', { subject: 'recordKey', event: 'destroy' });
      expect(events).toMatchObject([{ id: receipt.destroyEvent, subjectId: 'epoch-1' }]);
      expect(receipt.destroyTime).toBe(events[0]?.time);
      expect(Date.parse(receipt.destroyTime ?? '')).toBeGreaterThanOrEqual(Date.parse(completeTime ?? ''));
    } finally {
      await one.close();
    }
  });

  it('after the clock was ahead, it names the epoch whose key encrypts that of the holder, and the end of this epoch', async () => {
    const one = await startWorld();
    try {
      const id = await newHolder(one);
      await one.server.context.rewrapHolderKeys();
      one.advance(31 * DAY);
      await one.server.context.rewrapHolderKeys();
      one.advance(-31 * DAY);
      const { eraseTime, completeTime = '' } = await one.admin('eraseHolder', { id });
      await sealed(one);
      expect((await one.admin('getErasureReceipt', { id })).receipt).toMatchObject({
        epoch: 2,
        completeTime,
      });
      expect(Date.parse(completeTime) - Date.parse(eraseTime)).toBeGreaterThanOrEqual(90 * DAY);
    } finally {
      await one.close();
    }
  });

  it('a holder who is not erased, or was imported again, has none; the id of the erasure still gives it', async () => {
    const { id, erasureId } = await erasedHolder();
    await sealed();
    await world().admin('importHolders', { holders: [{ id, elements: mdl() }] });
    const refused = () => world().admin('getErasureReceipt', { id });
    await adminRefusal(refused(), 'FAILED_PRECONDITION', 'HOLDER_NOT_ERASED');
    expect((await world().admin('getErasureReceipt', { id: erasureId })).receipt).toMatchObject({
      erasureId,
    });
    await expectNothingWritten(world(), async () => {
      for (const unknown of ['nobody', `erased-${randomUUID()}`])
        await adminRefusal(
          world().admin('getErasureReceipt', { id: unknown }),
          'NOT_FOUND',
          'ERASURE_NOT_FOUND',
        );
    });
  });

  it('an erasure that was repeated after a restore has a receipt under the ids of both', async () => {
    const { id, erasureId } = await erasedHolder();
    await sealed();
    const before = `erased-${randomUUID()}`;
    await world().server.context.store.noteErasure(id, before, world().now() - DAY);
    for (const asked of [id, before, erasureId])
      expect((await world().admin('getErasureReceipt', { id: asked })).receipt).toMatchObject({ erasureId });
  });

  it('is refused before the first seal, whose key signs it', async () => {
    const one = await startWorld();
    try {
      const id = await newHolder(one);
      await one.admin('eraseHolder', { id });
      await adminRefusal(one.admin('getErasureReceipt', { id }), 'FAILED_PRECONDITION', 'NO_SEALS');
    } finally {
      await one.close();
    }
  });
});
