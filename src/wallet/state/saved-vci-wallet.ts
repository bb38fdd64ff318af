import type { HeldCredential, VciState } from '../openid4vci/state.ts';
import { list, object, oneOf, optional, text } from './read.ts';
import { base64, ID, keyToJson, readBytes, readKey, TIME } from './saved-wallet.ts';

export const VCI_FORMAT = 'diptych-openid4vci-wallet';
export const VCI_VERSION = 1;

const TOKEN = text(/^[\x21-\x7e]{1,16384}$/);

const readState = object<VciState>({
  issuer: text(/./su),
  configurationId: ID,
  docType: ID,
  clientId: optional(ID),
  key: readKey,
  accessToken: optional(TOKEN),
  accessEndsAt: optional(TIME),
  refreshToken: optional(TOKEN),
  waiting: list(readKey),
  credentials: list(object<HeldCredential>({ key: readKey, issuerSigned: readBytes, expiresAt: TIME })),
  notificationId: optional(text(/^.{1,4096}$/su)),
});

/** @throws Malformed */
export const readSavedVciWallet = object<{
  readonly format: string;
  readonly version: number;
  readonly wallet: VciState;
}>({ format: oneOf(VCI_FORMAT), version: oneOf(VCI_VERSION), wallet: readState });

export const vciStateToJson = ({ key, waiting, credentials, ...rest }: VciState): object => ({
  ...rest,
  key: keyToJson(key),
  waiting: waiting.map(keyToJson),
  credentials: credentials.map((one) => ({
    ...one,
    key: keyToJson(one.key),
    issuerSigned: base64(one.issuerSigned),
  })),
});
