import { CodedError } from '../../conventions/errors.ts';
import { ALPHANUMERIC, type RandomFill, randomText } from '../../conventions/random-text.ts';
import { CHANNELS } from '../credential/channels.ts';

/**
 * A wallet that comes without the wallet platform counts as a device of the holder. Its id is made here; the interface
 * of the platform refuses ids of this form, so that no device can register under one and take over its credential.
 */
export const newGrantId = (random: RandomFill): string =>
  `${CHANNELS.openid4vci.prefix}${randomText(random, ALPHANUMERIC, 26)}`;

/**
 * `codeRefused`: unknown, used, revoked, expired, or the record cannot be issued; the wallet must not learn which.
 * `ended`: the credential is no longer live, or its record is not active. `keysKnown`: a key was certified before.
 */
export type GrantProblem = 'codeRefused' | 'txCodeMissing' | 'txCodeUnexpected' | 'ended' | 'keysKnown';

/** A refusal of a request of a wallet. Nothing was written but counts of wrong codes. */
export class GrantRefused extends CodedError<GrantProblem> {}
