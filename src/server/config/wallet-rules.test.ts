import { describe, expect, it } from 'vitest';
import { loadSettings, SettingsError } from './load-settings.ts';
import { haipProblems } from './wallet-rules.ts';

const CLIENT = { id: 'wallet-1', name: 'Wallet', redirectUris: ['https://wallet.example/callback'] };
const HAIP = {
  documentTypes: ['org.iso.18013.5.1.mDL'],
  profile: 'haip',
  anonymous: false,
  clients: [CLIENT],
  walletAttestation: 'required',
  walletTrust: 'wallets.pem',
  keyAttestation: 'optional',
  keyTrust: 'keys.pem',
};

const load = (wallets: object) =>
  loadSettings({
    environment: {},
    options: Object.fromEntries(
      Object.entries(wallets)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [`issuer.wallets.${name}`, value]),
    ),
  });

function problemsWith(wallets: object): readonly string[] {
  try {
    load(wallets);
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
}

describe('The settings of wallets by OpenID4VCI', () => {
  it('of the profile haip are accepted if they meet it', () => {
    expect(problemsWith(HAIP)).toEqual([]);
  });

  it.each([
    [{ walletAttestation: 'optional' }, 'walletAttestation must be required'],
    [{ anonymous: true }, 'anonymous must be false'],
    [{ keyAttestation: 'off' }, 'keyAttestation must be optional or required'],
    [{ clients: [{ id: 'wallet-1', name: 'Wallet' }] }, 'clients must have a wallet with redirectUris'],
    [{ walletTrust: undefined }, 'walletTrust is missing: walletAttestation needs it'],
    [{ keyTrust: undefined }, 'keyTrust is missing: keyAttestation needs it'],
  ])('of the profile haip are refused with %j', (change, problem) => {
    const problems = problemsWith({ ...HAIP, ...change });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.replace(/ \([a-z ]+\)/, '')).toContain(problem);
  });

  it.each([
    ['an id twice', [CLIENT, { ...CLIENT, name: 'Another' }], 'has wallet-1 twice'],
    ...['http://wallet.example/callback', 'JavaScript:alert(1)', 'data:text/html,x'].map(
      (address) =>
        [address, [{ ...CLIENT, redirectUris: [address] }], 'gives wallet-1 a redirect address'] as const,
    ),
  ] as const)('are refused with %s among the wallets', (_what, clients, problem) => {
    expect(problemsWith({ ...HAIP, clients })).toEqual([expect.stringContaining(problem)]);
  });

  it.each(['https://wallet.example/', 'http://127.0.0.1:9000/', 'com.example.wallet:/callback'])(
    'are accepted with the redirect address %s',
    (address) => {
      expect(problemsWith({ ...HAIP, clients: [{ ...CLIENT, redirectUris: [address] }] })).toEqual([]);
    },
  );

  it('without the profile start, and the sentences that are not met can be told', () => {
    expect(haipProblems(load({ documentTypes: HAIP.documentTypes }))).toHaveLength(4);
    expect(haipProblems(load({}))).toEqual([]);
    expect(haipProblems(load(HAIP))).toEqual([]);
  });
});
