import { aptInstall, say } from '../../support/apt.ts';
import { hasSoftHsm, tokenMissing } from './token.ts';

/** Installs SoftHSM before the first test, or prints in one line why keys in a token cannot be tested. */
export default function setup(): void {
  if (!hasSoftHsm()) aptInstall('softhsm2', 'SoftHSM for the tests with keys in a token');
  const missing = tokenMissing();
  if (missing !== undefined) say(`SKIPPED, all tests with keys in a PKCS#11 token: ${missing}`);
}
