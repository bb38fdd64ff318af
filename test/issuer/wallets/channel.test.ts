import { beforeAll, describe, expect, it } from 'vitest';
import { diptych, to } from '../../support/cli.ts';
import { provisionedPhone } from '../../support/devices.ts';
import { vciWallet } from '../../support/openid4vci.ts';
import { codeFor, MDL, newHolder } from '../../support/records.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';

const world = useWorld({ settings: { 'issuer.wallets.documentTypes': [MDL] } });

const CHANNELS = ['openid4vci', 'walletPlatform'] as const;

let holderId: string;
beforeAll(async () => {
  ({ holderId } = await provisionedPhone(world()));
  await vciWallet(world()).redeem(await codeFor(world(), holderId));
  await codeFor(world(), holderId);
}, HOOK_TIMEOUT);

describe('The channel of a credential', () => {
  it.each(CHANNELS)('is a filter: %s', async (channel) => {
    const { credentials } = await world().admin('listCredentials', { channel });
    expect(credentials.map((one) => [one.holderId, one.channel])).toEqual([[holderId, channel]]);
    const [only] = credentials;
    expect(await world().admin('getCredential', { id: only?.id ?? '' })).toMatchObject({ channel });
    const both = { channel, holderId, state: 'deleted' } as const;
    expect((await world().admin('listCredentials', both)).credentials).toEqual([]);
  });

  it('is that of the code that it came from; a code that nobody used has none', async () => {
    const { codes } = await world().admin('listCodes', { holderId });
    expect(codes.map(({ state, channel }) => [state, channel]).toSorted()).toEqual([
      ['open', undefined],
      ['used', 'openid4vci'],
      ['used', 'walletPlatform'],
    ]);
  });

  it('is told of the holder, while a credential is live', async () => {
    expect(await world().admin('getHolder', { id: holderId })).toMatchObject({ channels: CHANNELS });
    const other = await newHolder(world());
    expect(await world().admin('getHolder', { id: other })).not.toHaveProperty('channels');
  });

  it('is a column of the lists of the command line', async () => {
    const shown = async (...args: readonly string[]) => (await diptych(...args, ...to(world()))).out;
    const credentials = await shown('credentials', 'list');
    expect(credentials).toMatch(/channel/i);
    expect(credentials).toContain('OpenID4VCI');
    expect(credentials).toContain('wallet platform');
    const filtered = await shown('credentials', 'list', '--channel', 'openid4vci');
    expect(filtered).not.toContain('wallet platform');
    expect(await shown('codes', 'list')).toContain('OpenID4VCI');
  });
});
