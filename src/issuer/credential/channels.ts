import type { Credential, CredentialChannel } from '../model/index.ts';

interface Channel {
  /** How the ids of its devices begin, which the server makes; absent: the wallet platform names its devices. */
  readonly prefix?: string;
  /** Whether the wallet hears of a change. If not, old MSOs of a changed record stay valid until they expire. */
  readonly hearsOfChanges: boolean;
}

/** The ways by which credentials reach wallets. */
export const CHANNELS = {
  walletPlatform: { hearsOfChanges: true },
  openid4vci: { prefix: 'vci-', hearsOfChanges: false },
} as const satisfies Record<CredentialChannel, Channel>;

export const CHANNEL_NAMES = Object.keys(CHANNELS) as readonly CredentialChannel[];

export const channelOf = (credential: Pick<Credential, 'channel'>): CredentialChannel =>
  credential.channel ?? 'walletPlatform';

const OWN_ID = /^([a-z0-9]+-)[A-Za-z0-9]{26}$/;

/** The channel of a device, by the form of its id. The interface of the wallet platform refuses the ids of other channels. */
export function channelOfDevice(deviceReferenceId: string): CredentialChannel {
  const [, prefix] = OWN_ID.exec(deviceReferenceId) ?? [];
  const named = CHANNEL_NAMES.find((name) => (CHANNELS[name] as Channel).prefix === prefix);
  return prefix === undefined ? 'walletPlatform' : (named ?? 'walletPlatform');
}
