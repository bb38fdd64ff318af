import { describe, expect, it } from 'vitest';
import { METHOD_NAMES, type MethodName, methodNamed } from '../../../src/admin/contract/index.ts';
import { diptych, to } from '../../support/cli.ts';
import { expectNothingWritten } from '../../support/database.ts';
import { proofedPhone } from '../../support/devices.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld({ settings: { 'issuer.decisions': 'manual' } });
const run = (...args: readonly string[]) => diptych(...args, ...to(world()));

/** Arguments for the command of each method that cannot be undone. */
const ARGUMENTS: Readonly<Partial<Record<MethodName, string>>> = {
  rejectProofing: 'x --reason recordNotFound',
  revokeProofing: 'x',
  revokeCredential: 'x',
  revokeHolder: 'x',
  eraseHolder: 'x',
  revokeCode: 'x',
  releaseDevice: 'x',
  liftHold: 'x',
  approveApproval: 'x',
  rotateKey: 'identity --finish',
  discardKey: 'x',
  compromiseKey: 'x --since 2026-11-20',
  rotateSealKey: '--reason scheduled',
  rotateMasterKey: '',
  resetSeals: '--reason keyLost',
  disableUser: 'x',
  deleteUser: 'x',
  resetUserPasskeys: 'x',
  deleteOAuthClient: 'x',
  resetOAuthClientSecret: 'x',
  rotateOAuthKeys: '--compromised',
  publishStatusLists: '',
};

const COMMANDS = (Object.keys(ARGUMENTS) as MethodName[]).map(
  (name) => [name, `${methodNamed(name).command} ${ARGUMENTS[name]}`.trim()] as const,
);

const methods = METHOD_NAMES.map((name) => [name, methodNamed(name)] as const);

describe('Methods that cannot be undone', () => {
  it('the contract marks every method that ends something as final', () => {
    const named = methods.filter(([name]) =>
      /^(reject|revoke|erase|delete|disable|discard|reset|approve)/.test(name),
    );
    expect(named.filter(([, { final }]) => final === undefined).map(([name]) => name)).toEqual([]);
    const marked = methods.filter(([, { final }]) => final !== undefined).map(([name]) => name);
    // No command calls decideProofings. Commands call rejectProofing for each proofing instead.
    const withCommand = marked.filter((name) => name !== 'decideProofings');
    expect(withCommand.toSorted()).toEqual(Object.keys(ARGUMENTS).toSorted());
  });

  it.each(COMMANDS)('a final command needs --yes if there is no terminal: %s', async (_, command) => {
    const { exit, out, err } = await expectNothingWritten(world(), () => run(...command.split(' ')));
    expect([exit, out, err]).toEqual([2, '', expect.stringContaining('add --yes')]);
    expect((await diptych(...command.split(' '), '--help')).out).toContain('--yes');
  });

  it('finishing a rotation needs confirmation, starting one does not', async () => {
    expect((await run('keys', 'rotate', 'identity')).exit).toBe(0);
    expect((await run('keys', 'rotate', 'identity', '--finish', '--yes')).exit).toBe(0);
  });
});

describe('diptych proofings reject', () => {
  it('proofings reject accepts only a reason of the contract', async () => {
    const { exit, err } = await run('proofings', 'reject', 'x', '--yes');
    expect([exit, err]).toEqual([2, expect.stringMatching(/--reason .*livenessCheckFailure/)]);
    const help = (await diptych('proofings', 'reject', '--help')).out.replaceAll(/\s+/g, ' ');
    expect(help).toContain('livenessCheckFailure');
  });

  it('proofings reject --note records the note in the audit log', async () => {
    const { proofingId: id } = (await proofedPhone(world())).ids;
    const reason = ['--reason', 'recordNotFound', '--note', 'rang back'];
    expect(await run('proofings', 'reject', id, ...reason, '--yes')).toEqual({
      exit: 0,
      out: `${id} is rejected\n`,
      err: '',
    });
    const { events } = await world().admin('listEvents', { subjectId: id });
    expect(events.at(-1)).toMatchObject({ to: 'rejected', note: 'rang back' });
    const twoLines = await run('proofings', 'accept', id, '--note', 'a\nb');
    expect([twoLines.exit, twoLines.err]).toEqual([1, expect.stringContaining('control characters')]);
  });
});

describe('One command with several ids', () => {
  const three = async () => {
    const ids = [];
    for (let one = 0; one < 3; one += 1) ids.push((await proofedPhone(world())).ids.proofingId);
    return ids;
  };

  it('a command with several ids reports each id, and exits with an error if one is refused', async () => {
    const [one = '', two = '', other = ''] = await three();
    await world().admin('acceptProofing', { id: two });
    const { exit, out, err } = await run('proofings', 'accept', one, two, other, one);
    expect([exit, out]).toEqual([1, `${one} is accepted\n${other} is accepted\n`]);
    expect(err).toMatch(
      new RegExp(`^diptych: ${two}: the proofing was already accepted on .* by operator\n$`),
    );
  });

  it('a command with several ids prints a JSON array of answers, in the order of the ids', async () => {
    const [one = '', two = ''] = await three();
    const { exit, out, err } = await run('proofings', 'accept', one, 'unknown', two, '--json');
    expect([exit, err]).toEqual([1, '']);
    expect(JSON.parse(out)).toEqual({
      results: [
        { id: one, answer: expect.objectContaining({ id: one, state: 'accepted' }) },
        { id: 'unknown', error: expect.objectContaining({ status: 'NOT_FOUND' }) },
        { id: two, answer: expect.objectContaining({ id: two, state: 'accepted' }) },
      ],
    });
  });

  it('a command with several ids exits with 0 if all succeeded', async () => {
    expect((await run('proofings', 'accept', ...(await three()))).exit).toBe(0);
  });
});
