import { hash } from 'node:crypto';
import { canonicalJson } from '../../conventions/canonical-json.ts';
import { omitUndefined } from '../../conventions/omit.ts';
import { HOUR } from '../../conventions/time.ts';
import type { IssuerPolicy } from '../../issuer/policy.ts';
import { greatestAge } from '../files/revocation-list.ts';
import { issuerPolicy } from '../issuer/issuer-policy.ts';
import { VERSION } from '../version.ts';
import type { LoadedSettings, Origins } from './load-settings.ts';
import { isOfPanels } from './panel-parts.ts';
import type { SourceName } from './setting-sources.ts';
import { POLICY_SETTINGS, SETTINGS, type Setting, type Settings } from './settings.ts';

/** The settings of a running server and their digest. */
export interface Baseline {
  /** The version of Diptych. */
  readonly version: string;
  /** Settings by name. A secret is shown as "(set)". */
  readonly settings: Readonly<Record<string, unknown>>;
  /** SHA-256 of version and settings in canonical JSON, hex. */
  readonly digest: string;
}

const isSecret = ({ schema }: Setting) => (schema as { readonly writeOnly?: boolean }).writeOnly === true;

/** Name and password in an address (RFC 3986 3.2.1). */
const USER_INFO = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i;

/** The query of a database URL may contain the password too. */
const PASSWORD_PARAMETER = /([?&]password=)[^&#]*/gi;

function shown(setting: Setting, value: unknown): unknown {
  if (value === undefined) return undefined;
  if (isSecret(setting)) return '(set)';
  if (typeof value !== 'string') return value;
  return value.replace(USER_INFO, '$1(set)@').replace(PASSWORD_PARAMETER, '$1(set)');
}

function valueAt(settings: unknown, name: string): unknown {
  let value = settings;
  for (const key of name.split('.')) value = (value as Record<string, unknown> | undefined)?.[key];
  return value;
}

/** The settings of the interfaces that run. */
const settingsOf = ({ interfaces }: Settings): readonly Setting[] =>
  SETTINGS.filter(({ name }) => isOfPanels(interfaces, 'settings', name));

export function baselineOf(effective: Settings): Baseline {
  const rows = settingsOf(effective).map((setting) => [
    setting.name,
    shown(setting, valueAt(effective, setting.name)),
  ]);
  const settings: Baseline['settings'] = omitUndefined(Object.fromEntries(rows));
  const content = { version: VERSION, settings };
  return { ...content, digest: hash('sha256', canonicalJson(content)) };
}

/** A digest of each member, which shows only whether the member changed. */
export function memberDigests({ version, settings }: Baseline): Readonly<Record<string, string>> {
  const members = Object.entries({ version, ...settings });
  return Object.fromEntries(members.map(([name, value]) => [name, hash('sha256', canonicalJson(value))]));
}

interface PolicyMember {
  /** The name of the setting in a policy file. */
  readonly name: string;
  readonly value: unknown;
  /** A variable, a place in a file, or "default". */
  readonly origin: string;
}

const PREFIX = 'issuer.';

/** Members whose default depends on the profile. */
const BY_PROFILE: Readonly<Record<string, (policy: IssuerPolicy, settings: Settings) => unknown>> = {
  'issuer.attestation.revocationListMaxAgeHours': (_, settings) => {
    const age = greatestAge(settings);
    return age === undefined ? undefined : age / HOUR;
  },
  'issuer.attestation.applications': ({ attestation }) => attestation().applications,
  'issuer.attestation.requireIdentityCredentialKey': ({ attestation }) =>
    attestation().requireIdentityCredentialKey,
};

/** Every member of the policy and its source. Reads the files that the policy names. @throws SettingsError */
export function effectivePolicy({ settings, origins }: LoadedSettings): readonly PolicyMember[] {
  const policy = issuerPolicy(settings);
  return POLICY_SETTINGS.map(({ name }) => ({
    name: name.slice(PREFIX.length),
    value: valueAt(settings, name) ?? BY_PROFILE[name]?.(policy, settings),
    origin: origins.get(name)?.text ?? (name in BY_PROFILE ? `default of ${settings.profile}` : 'default'),
  }));
}

interface EffectiveSetting {
  readonly name: string;
  /** Absent if the setting has no value. A secret is "(set)". */
  readonly value?: unknown;
  readonly source: SourceName | 'default';
  /** The variable, or the place in the file. */
  readonly origin?: string;
  readonly description: string;
  /** A member of the policy, which a policy file can set. */
  readonly isPolicy: boolean;
}

const POLICY_NAMES = new Set(POLICY_SETTINGS.map(({ name }) => name));

/** Every setting of the server's panels with its value and source, without secrets. */
export function effectiveSettings(
  settings: Settings,
  origins: Origins,
  policy: IssuerPolicy | undefined,
): readonly EffectiveSetting[] {
  return settingsOf(settings).map((setting) => {
    const { name, schema } = setting;
    const origin = origins.get(name);
    const value = shown(setting, valueAt(settings, name)) ?? (policy && BY_PROFILE[name]?.(policy, settings));
    return {
      name,
      ...(value !== undefined && { value }),
      source: origin?.source ?? 'default',
      ...(origin && { origin: origin.text }),
      description: (schema as { readonly description?: string }).description ?? '',
      isPolicy: POLICY_NAMES.has(name),
    };
  });
}
