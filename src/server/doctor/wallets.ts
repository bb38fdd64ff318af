import { haipProblems } from '../config/wallet-rules.ts';
import { authoritiesIn, WALLET_TRUST } from '../files/wallet-trust.ts';
import { type Check, type Finding, failure, failuresOf, ok, type Subject, warning } from './findings.ts';

/** The authorities of attestations, of which the server starts with any that it can read. */
function trust(member: (typeof WALLET_TRUST)[number], { settings, now }: Subject): readonly Finding[] {
  if (settings.issuer.wallets[member] === undefined) return [];
  const name = `issuer.wallets.${member}`;
  const remedy = `put the current certificates of the providers of wallets into ${name}`;
  try {
    const all = authoritiesIn(settings, member);
    const valid = all.filter(({ notBefore, notAfter }) => notBefore <= now && now <= notAfter).length;
    const text = `${valid} of ${all.length} authorities in ${name} are valid now`;
    if (valid === all.length) return [ok(text)];
    return [valid === 0 ? failure(text, remedy) : warning(text, remedy)];
  } catch (error) {
    return failuresOf(error, remedy);
  }
}

/** Wallets by OpenID4VCI: whom their attestations are trusted by, and whether they get credentials as HAIP 1.0 requires. */
export const wallets: Check = (subject) => {
  const { settings } = subject;
  if (settings.issuer.wallets.documentTypes === undefined) return [];
  const unmet = haipProblems(settings);
  return [
    ...WALLET_TRUST.flatMap((member) => trust(member, subject)),
    ...(unmet.length === 0 ? [ok('OpenID4VCI follows the High Assurance profile (HAIP 1.0)')] : []),
    ...unmet.map(([name, problem]) => ok(`HAIP 1.0 is not met: issuer.wallets.${name} ${problem}`)),
  ];
};
