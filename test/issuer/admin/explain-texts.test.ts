import { describe, expect, it } from 'vitest';
import { explanation } from '../../../src/cli/commands/explain.ts';
import { diptych, to } from '../../support/cli.ts';
import { proofedPhone, registeredDevice } from '../../support/devices.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const explain = (id: string) => world().admin('getRequest', { id });

describe('The texts of diptych explain and diptych refusals', () => {
  it('refused requests are listed in words, each with the codes that filters take and its whole id', async () => {
    const requestId = 'a-request-with-an-id-of-some-length-0815';
    await world().operate('getProofingStatus', {}, { requestId });
    const { out } = await diptych('refusals', 'list', '--utc', '--limit', '1', ...to(world()));
    expect(out.split('\n').slice(-5, -1)).toEqual([
      expect.stringMatching(/^ {2}\d\d:\d\d:\d\d {2}Read the status of a proofing \(getProofingStatus\)$/),
      '            refused: a field is missing (missingRequiredField); refused in the step: fields',
      expect.stringMatching(/^ {12}finding: unset: \w+/),
      `            request ${requestId}`,
    ]);
    const wide = await diptych('refusals', 'list', '--wide', '--limit', '1', ...to(world()));
    for (const text of [
      'Read the status of a proofing (getProofingStatus)',
      'a field is missing (missingRequiredField)',
      requestId,
    ])
      expect(wide.out).toContain(text);
    const none = await diptych('refusals', 'list', '--operation', 'none', ...to(world()));
    expect(none.out).toBe('No refused request matches.\n');
  });

  it('explain prints a request as readable text', async () => {
    const { body } = await world().operate('getProofingStatus', {}, { requestId: 'read me' });
    const text = await explanation(await explain('read me'));
    expect(text).toContain('request read me, ');
    expect(text).toMatch(/\d\d:\d\d:\d\d \S+ {2}Read the status of a proofing \(getProofingStatus\)\n/);
    expect(text).toContain(
      'refused: a field is missing (missingRequiredField)\n  refused in the step: fields\n',
    );
    expect(text).toContain(body.errorDescription);
    expect(text).toContain('Nothing was changed.');
  });

  it('explain says what happened in words, and the code behind them', async () => {
    const device = await registeredDevice(world());
    const proofingId = await device.proof('no good code');
    const { ids } = await proofedPhone(world());
    await world().admin('revokeProofing', { id: ids.proofingId });
    const rejected = await explanation(await explain(proofingId));
    expect(rejected).toContain('Submit evidence to proof a user for a device (proofUser)');
    expect(rejected).toContain('which was rejected: the code is unknown');
    expect(rejected).toContain('which evidence: Pre-authorization code');
    const revoked = await explanation(await explain(ids.proofingId));
    expect(revoked).toContain('Revoke an accepted proofing (revokeProofing)');
    expect(revoked).toMatch(
      /Someone with the admin token revoked .*proofing\n {4}proofing \S+: accepted → revoked$/,
    );
    // Codes are in parentheses, behind their words.
    const codes = /^(?:.*:\d\d \S+ {2}| *refused.*: )(?:[a-z]+[A-Z]\w*|[A-Z_]+)$/m;
    expect([rejected, revoked].join('\n')).not.toMatch(codes);
  });
});
