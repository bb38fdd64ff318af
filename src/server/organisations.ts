import { readFileSync } from 'node:fs';
import {
  type OrganisationDeps,
  organisationSignIns,
  type Party,
  type SignInLimits,
} from '../accounts/organisation/index.ts';
import type { OrganisationProvider } from '../accounts/ports/organisation.ts';
import { type Clock, HOUR, MINUTE } from '../conventions/time.ts';
import { organisationCallback, type Registration } from '../http/oauth/index.ts';
import type { Settings } from './config/settings.ts';
import { readSettingFile } from './files/setting-file.ts';

type SignInSettings = Settings['signIn'];
type OrganisationSettings = SignInSettings['organisations'][number];

const SCOPES = ['openid', 'email'];

export function secretIn(text: string): string {
  const secret = text.trim();
  if (!/^[\x21-\x7e]+$/.test(secret)) throw new Error('it must hold one secret, in one line');
  return secret;
}

/** Loads openid-client at the first sign-in, because few commands need it. */
export function onDemand(make: () => Promise<OrganisationProvider>): OrganisationProvider {
  let made: Promise<OrganisationProvider> | undefined;
  const provider = () => {
    made ??= make();
    return made;
  };
  return {
    authorization: async (attempt) => (await provider()).authorization(attempt),
    redeem: async (query, attempt) => (await provider()).redeem(query, attempt),
    renew: async (refreshToken) => (await provider()).renew(refreshToken),
    readLogoutToken: async (token) => (await provider()).readLogoutToken(token),
  };
}

function partyOf(settings: OrganisationSettings, issuer: () => string, clock: Clock): Party {
  const { id, name, tenant, roles = [], people = [], strong } = settings;
  const organisation = {
    ...{ id, name, issuer: settings.issuer, roles, people },
    ...(tenant && { tenant }),
    ...(strong && { strong }),
  };
  readSettingFile('signIn.organisations.clientSecretFile', settings.clientSecretFile, secretIn);
  const registration: Registration = {
    clientId: settings.clientId,
    clientSecret: () => secretIn(readFileSync(settings.clientSecretFile, 'utf8')),
    redirectUri: () => organisationCallback(issuer(), id),
    scopes: settings.scopes ?? SCOPES,
    parameters: settings.parameters ?? {},
    honoursMaxAge: settings.honoursMaxAge ?? true,
  };
  const provider = onDemand(async () => {
    const { relyingParty } = await import('../http/oauth/sign-in/organisation/relying-party.ts');
    return relyingParty(organisation, registration, clock);
  });
  return { organisation, provider };
}

const limitsOf = (settings: SignInSettings): SignInLimits => ({
  absolute: settings.absoluteHours * HOUR,
  idle: settings.idleMinutes * MINUTE,
  administratorIdle: settings.administratorIdleMinutes * MINUTE,
});

/** Sign-ins of operators by the providers of the settings. `issuer`: the address of this server. */
export function createOrganisations(
  settings: SignInSettings,
  issuer: () => string,
  deps: Omit<OrganisationDeps, 'parties' | 'limits'>,
) {
  const parties = new Map(settings.organisations.map((one) => [one.id, partyOf(one, issuer, deps.clock)]));
  return organisationSignIns({ ...deps, parties, limits: limitsOf(settings) });
}
