import { commandOf } from '../../../src/cli/wallet/openid4vci/commit-fault.ts';
import { VCI_CLAUSES, VCI_FAULTS } from '../../../src/wallet/index.ts';
import { PUBLIC_PLANS, type Shown } from '../../issuer/wallets/public-plans.ts';
import { tableOf } from './table.ts';

/** Each fault of a hostile wallet, with the refusal of a correct issuer. */
const refusals = (): string =>
  tableOf(
    ['fault', 'command', 'what the wallet does', 'clause', 'answer'],
    VCI_FAULTS.map(({ name, what, clause, expected: { status, error }, ...fault }) => [
      `\`${name}\``,
      commandOf(fault),
      what,
      VCI_CLAUSES[clause]?.section ?? '',
      `${status} \`${error}\``,
    ]),
  );

function shownBy(shown: Shown): string {
  if ('notApplicable' in shown) return `not applicable: ${shown.notApplicable}`;
  return 'case' in shown ? `\`${shown.case}\`` : `\`${shown.file}\`: ${shown.title}`;
}

/** docs/reference/openid4vci-plans.md */
export const openid4vciPlansPage = (): string => `# OpenID4VCI: refusals and public test plans

What this server refuses, and how its tests compare with the test plans of the OpenID Foundation. \`npm run docs\` makes this
page from the tables that the tests use. The plans are alpha, and running them does not certify anything.

## Refusals

\`--fault NAME\` commits a fault with the command of its row: \`diptych wallet provision --channel openid4vci --offer OFFER
--fault NAME\`, or \`refresh\` and \`notify\` after an honest \`provision\`. Faults of pushed requests (\`par-…\`) need
\`--client-id\` and \`--redirect-uri\` of a wallet that the issuer knows, \`tx-code-wrong\` and \`tx-code-missing\` an offer with a
transaction code and \`--tx-code\`, and faults of attestations an issuer that asks for them. [Wallets by
OpenID4VCI](../integrate/openid4vci.md#refusals) lists the errors of each endpoint. \`test/wallet/openid4vci/faults.test.ts\`
has a test for each row, which also looks whether anything was written.

${refusals()}

## Public test plans

The modules of \`oid4vci-1_0-issuer-test-plan\` and \`oid4vci-1_0-issuer-haip-test-plan\`. A name alone is a case of \`diptych
conformance --interface openid4vci\`, or the beginning of several; a file is in \`test/issuer/wallets/\`. What a module tests
about TLS belongs to the proxy before the server.

${tableOf(
  ['module', 'shown by'],
  [...PUBLIC_PLANS].map(([module, shown]) => [`\`${module}\``, shown.map(shownBy).join('; ')]),
)}
`;
