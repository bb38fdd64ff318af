import { waitingEffects } from '../../admin/access/second-person.ts';
import type { Settings } from './settings.ts';
import { isExposedHttp } from './sign-in-rules.ts';

/** A setting below `issuer`, and its problem. */
type Problem = readonly [string, string];

const MEMBERS = ['clientId', 'clientSecretFile', 'holderClaim'] as const;

/** Nobody gets a code alone that an operator would not get alone. */
function signInProblems({ issuer, admin }: Settings): readonly Problem[] {
  const { holderSignIn, records, addToWallet } = issuer;
  if (holderSignIn.issuer === undefined) return [];
  const absent = MEMBERS.filter((member) => holderSignIn[member] === undefined);
  if (absent.length > 0)
    return absent.map((member) => [`holderSignIn.${member}`, 'is missing: holderSignIn.issuer needs it']);
  const problems: readonly (readonly [boolean, ...Problem])[] = [
    [
      waitingEffects(admin.secondPerson).has('code.create'),
      'holderSignIn.issuer',
      'would give codes without the second person that admin.secondPerson requires',
    ],
    [
      records.source === 'http',
      'holderSignIn.issuer',
      'cannot be used: codes are issued by the system of record (issuer.records.source)',
    ],
    [
      addToWallet.holderPage === 'off',
      'holderSignIn.issuer',
      'needs issuer.addToWallet.holderPage: on, where holders sign in',
    ],
    [
      isExposedHttp(holderSignIn.issuer),
      'holderSignIn.issuer',
      'has http://, which is allowed on this machine only',
    ],
  ];
  return problems.flatMap(([applies, ...problem]) => (applies ? [problem] : []));
}

/** The rules for the holders' page, which the schema cannot express. */
export function holderPageProblems(settings: Settings): readonly Problem[] {
  const { addToWallet, wallets } = settings.issuer;
  const { googleIssuerId, holderPage } = addToWallet;
  const problem =
    'needs issuer.addToWallet.googleIssuerId or issuer.wallets.documentTypes, to have something to hand over';
  const isAlone = holderPage === 'on' && googleIssuerId === undefined && wallets.documentTypes === undefined;
  return [...(isAlone ? [['addToWallet.holderPage', problem] as const] : []), ...signInProblems(settings)];
}
