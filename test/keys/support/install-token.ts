import { aptInstall, say } from '../../support/apt.ts';
import { hasSoftHsm, tokenMissing } from './token.ts';

/** Before the first test: sets up a token, or prints one clear line that says why there is none. */
export default function setup(): void {
  if (!hasSoftHsm()) aptInstall('softhsm2', 'SoftHSM for the tests with keys in a token');
  const missing = tokenMissing();
  if (missing !== undefined) say(`SKIPPED, all tests with keys in a PKCS#11 token: ${missing}`);
}
