import { readFileSync } from 'node:fs';
import {
  type OrganisationDeps,
  organisationSignIns,
  type Party,
  type SignInLimits,
} from '../../accounts/organisation/index.ts';
import type { Organisation, OrganisationProvider } from '../../accounts/ports/organisation.ts';
import { type Clock, HOUR, MINUTE } from '../../conventions/time.ts';
import { organisationCallback, type Registration } from '../../http/oauth/index.ts';
import type { Settings } from '../config/settings.ts';
import { readSettingFile } from '../files/setting-file.ts';

type SignInSettings = Settings['signIn'];
type OrganisationSettings = SignInSettings['organisations'][number];

const SCOPES = ['openid', 'email'];

function secretIn(text: string): string {
  const secret = text.trim();
  if (!/^[\x21-\x7e]+$/.test(secret)) throw new Error('it must hold one secret, in one line');
  return secret;
}

/** Loads openid-client at the first sign-in, because few commands need it. */
function onDemand(make: () => Promise<OrganisationProvider>): OrganisationProvider {
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

interface Registered extends Omit<Registration, 'clientSecret'> {
  readonly clientSecretFile: string;
  /** Where the settings name that file. */
  readonly setting: string;
}

/** The provider of an organisation, at which this server is registered. The secret is read for each request. */
export function providerOf(
  organisation: Organisation,
  { clientSecretFile, setting, ...rest }: Registered,
  clock: Clock,
): OrganisationProvider {
  readSettingFile(setting, clientSecretFile, secretIn);
  const registration = { ...rest, clientSecret: () => secretIn(readFileSync(clientSecretFile, 'utf8')) };
  return onDemand(async () => {
    const { relyingParty } = await import('../../http/oauth/sign-in/organisation/relying-party.ts');
    return relyingParty(organisation, registration, clock);
  });
}

function partyOf(settings: OrganisationSettings, issuer: () => string, clock: Clock): Party {
  const { id, name, tenant, roles = [], people = [], strong } = settings;
  const organisation = {
    ...{ id, name, issuer: settings.issuer, roles, people },
    ...(tenant && { tenant }),
    ...(strong && { strong }),
  };
  const registered = {
    setting: 'signIn.organisations.clientSecretFile',
    clientSecretFile: settings.clientSecretFile,
    clientId: settings.clientId,
    redirectUri: () => organisationCallback(issuer(), id),
    scopes: settings.scopes ?? SCOPES,
    parameters: settings.parameters ?? {},
    honoursMaxAge: settings.honoursMaxAge ?? true,
  };
  return { organisation, provider: providerOf(organisation, registered, clock) };
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
