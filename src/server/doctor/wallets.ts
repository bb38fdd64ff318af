import { haipProblems } from '../config/wallet-rules.ts';
import { type Check, ok } from './finding.ts';

/** Whether wallets by OpenID4VCI get credentials as HAIP 1.0 requires, or why not. */
export const wallets: Check = ({ settings }) => {
  if (settings.issuer.wallets.documentTypes === undefined) return [];
  const unmet = haipProblems(settings);
  if (unmet.length === 0) return [ok('OpenID4VCI follows the High Assurance profile (HAIP 1.0)')];
  return unmet.map(([name, problem]) => ok(`HAIP 1.0 is not met: issuer.wallets.${name} ${problem}`));
};
