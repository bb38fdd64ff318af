import { needsStrong } from '../../accounts/organisation/judge.ts';
import type { Settings } from './settings.ts';

type Organisation = Settings['signIn']['organisations'][number];

/** Issuers at which anybody can have an account. */
const PUBLIC: ReadonlySet<string> = new Set(['https://accounts.google.com']);

/** Whether it is reached without TLS, and not on this machine. */
export const isExposedHttp = (issuer: string): boolean =>
  issuer.startsWith('http:') &&
  !['127.0.0.1', '[::1]', 'localhost'].includes(URL.parse(issuer)?.hostname ?? '');

/** The problems of one organisation. Each would let in people who should not be, or nobody. */
function problemsOf({
  issuer,
  tenant,
  servesOneOrganisation,
  strong,
  ...roles
}: Organisation): readonly string[] {
  const given = [...(roles.roles ?? []), ...(roles.people ?? [])];
  const problems: readonly (readonly [boolean, string])[] = [
    [
      tenant === undefined && servesOneOrganisation !== true,
      'needs tenant: {claim, values}, because at many issuers anybody has an account; or servesOneOrganisation: true if only people of this organisation have',
    ],
    [
      tenant !== undefined && servesOneOrganisation === true,
      'has tenant and servesOneOrganisation: true; only one of them can be right',
    ],
    [
      servesOneOrganisation === true && PUBLIC.has(issuer),
      'has an issuer at which anybody has an account; it needs tenant: {claim, values}',
    ],
    [given.length === 0, 'gives no role to anybody: add roles or people'],
    [
      strong === undefined && given.some(({ role }) => needsStrong(role)),
      'gives the role approver or administrator, which needs strong: {claim, values}',
    ],
    [isExposedHttp(issuer), 'has an issuer with http://, which is allowed on this machine only'],
  ];
  return problems.flatMap(([applies, problem]) => (applies ? [problem] : []));
}

/** Without an organisation nobody could request or approve. */
export const secondPersonProblem = ({ admin, signIn }: Pick<Settings, 'admin' | 'signIn'>) =>
  admin.secondPersonOfOrganisation && signIn.organisations.length === 0
    ? [{ name: 'admin.secondPersonOfOrganisation', problem: 'needs signIn.organisations' }]
    : [];

/** The rules for `signIn.organisations`, which the schema cannot express. */
export function organisationProblems({ organisations }: Settings['signIn']) {
  return organisations.flatMap((organisation, index) => {
    const earlier = organisations.slice(0, index);
    const isRepeated = earlier.some(
      ({ id, issuer }) => id === organisation.id || issuer === organisation.issuer,
    );
    return [
      ...problemsOf(organisation),
      ...(isRepeated ? ['has the id or the issuer of an earlier organisation'] : []),
    ].map((problem) => ({ path: [String(index)], problem }));
  });
}
