import { join } from 'node:path';
import { consoleSessions, type SessionLimits } from '../../accounts/console/index.ts';
import type { AccountPolicy } from '../../accounts/deps.ts';
import { currentOperator, currentPublishers } from '../../accounts/grants.ts';
import { passkeys as passkeysOf } from '../../accounts/passkeys/index.ts';
import { passwordHasher } from '../../accounts/password.ts';
import type { ScopeStrings } from '../../accounts/permissions.ts';
import type { PublisherDirectory } from '../../accounts/ports/services.ts';
import { changePassword } from '../../accounts/sign-in/change-password.ts';
import { signIn } from '../../accounts/sign-in/sign-in.ts';
import { DAY, HOUR, MINUTE } from '../../conventions/time.ts';
import { type Bearer, bearer, endpointsOf, operatorTokens, tokenSigner } from '../../http/oauth/index.ts';
import { signingKeys } from '../../keys/oauth-signing-keys.ts';
import { browserSecrets, textCipher } from '../../keys/secrets.ts';
import { accountStore } from '../../storage/accounts/account-store.ts';
import type { Database } from '../../storage/database.ts';
import type { Settings } from '../config/settings.ts';
import type { Effects } from '../effects.ts';
import { createOrganisations } from './organisations.ts';
import { type PasskeySettings, passkeyPolicyOf, relyingPartyOf } from './passkeys.ts';

const ATTEMPT_WINDOW = 900_000;

type OAuthSettings = Settings['oauth'];

function scopeStrings({ scopes, scopeBase }: OAuthSettings): ScopeStrings {
  return {
    monetization: scopes.monetization ?? `${scopeBase}/monetization`,
    readonly: scopes.readonly ?? `${scopeBase}/readonly`,
    report: scopes.report ?? `${scopeBase}/report`,
    statistics: scopes.statistics ?? `${scopeBase}/statistics`,
  };
}

function policyOf(
  { oauth: settings, signIn }: Pick<Settings, 'oauth' | 'signIn'>,
  rolesNeedSecondPerson: boolean,
): AccountPolicy {
  return {
    scopes: scopeStrings(settings),
    attempts: {
      user: { most: settings.attemptsPerUser, window: ATTEMPT_WINDOW },
      userInAll: { most: settings.attemptsPerUserInAll, window: ATTEMPT_WINDOW },
      address: { most: settings.attemptsPerAddress, window: ATTEMPT_WINDOW },
    },
    maxTokenTtl: DAY,
    organisations: new Set(signIn.organisations.map(({ issuer }) => issuer)),
    rolesNeedSecondPerson,
  };
}

const consolePolicyOf = ({ idleMinutes, absoluteHours }: Settings['console']): SessionLimits => ({
  idle: idleMinutes * MINUTE,
  absolute: absoluteHours * HOUR,
});

/** The public address of this server, from the settings, or known when the server listens. */
function publicAddress({ issuerUrl }: OAuthSettings) {
  let listening: string | undefined;
  return {
    listensAt(url: string): void {
      listening = url;
    },
    url(): string {
      const known = issuerUrl ?? listening;
      if (known === undefined) throw new Error('the address of the panels is not known before they listen');
      return known;
    },
  };
}

interface AccountParts {
  readonly settings: PasskeySettings & Pick<Settings, 'interfaces' | 'signIn'>;
  /** The port of the operators' console; known when the server listens. */
  readonly adminPort: () => number | undefined;
  readonly rolesNeedSecondPerson: boolean;
  /** Folder of the private keys. */
  readonly keyFolder: string;
  readonly database: Database;
  readonly publishers: PublisherDirectory;
  readonly effects: Effects;
  readonly adminTokenWorks: () => boolean;
}

/** Users, clients and tokens: the authorization server and the check of its tokens. */
export function createAccounts({
  settings: all,
  adminPort,
  rolesNeedSecondPerson,
  keyFolder,
  database,
  publishers,
  effects,
  adminTokenWorks,
}: AccountParts) {
  const { oauth: settings, console, signIn: signInSettings } = all;
  const { clock, random, passwordCost } = effects;
  const folder = join(keyFolder, 'oauth');
  const policy = policyOf(all, rolesNeedSecondPerson);
  const { scopes } = policy;
  const address = publicAddress(settings);
  const issuer = address.url;
  const audience = () => settings.audience ?? issuer();
  const store = accountStore(database, clock, random);
  const rotateEvery = settings.keyRotationDays * DAY;
  const keys = signingKeys({ folder, rotateEvery, longestToken: policy.maxTokenTtl, clock });
  const own = { issuer, audience, keys };
  const passwords = passwordHasher(random, passwordCost);
  const endpoints = () => endpointsOf(issuer());
  const signer = tokenSigner(own);
  const deps = { store, publishers, passwords, policy, keys, signer, endpoints, clock, random };

  const secrets = browserSecrets(folder);
  const cipher = textCipher(secrets.refreshTokens);
  const attempts = textCipher(secrets.attempts);
  const organisationDeps = { store, clock, random, cipher, attempts };
  const organisations = createOrganisations(signInSettings, issuer, organisationDeps);

  const enter = signIn(deps);
  const passkeys = passkeysOf({
    ...deps,
    passkeyPolicy: passkeyPolicyOf(all),
    relyingParty: relyingPartyOf(all, adminPort),
    challengeSecret: secrets.challenges,
  });

  const change = changePassword({ ...deps, signIn: enter, passkeys });
  const password = { signIn: enter, changePassword: change };

  const tokens: Bearer = bearer({
    own: { ...own, currentPublishers: currentPublishers(deps, passkeys.mayUse) },
    foreign: settings.issuers.map((one) => ({ publishersClaim: 'publishers', ...one })),
    realm: issuer,
    scopes,
    clock,
  });

  return {
    store,
    scopes,
    address,
    bearer: tokens,
    operators: operatorTokens({
      own,
      currentOperator: currentOperator(deps, passkeys.mayUse, organisations.use),
      clock,
    }),
    deps,
    confirmRole: organisations.confirmRole,
    sessions: consoleSessions({
      ...deps,
      console: consolePolicyOf(console),
      password,
      passkeys,
      organisations,
      adminTokenWorks,
    }),
    /** The dependencies of the pages and endpoints. */
    server: {
      issuer,
      audience,
      store,
      signIn: enter,
      changePassword: change,
      publishers,
      keys,
      organisations,
      passkeys,
      secrets,
      scopes: all.interfaces.includes('mediation') ? scopes : {},
      lifetimes: {
        accessToken: settings.accessTokenTtlSeconds,
        refreshToken: settings.refreshTokenTtlSeconds,
        session: settings.sessionTtlSeconds,
      },
      clock,
      addressHeader: settings.addressHeader,
    },
  };
}
