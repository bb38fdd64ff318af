import { HOUR } from '../../conventions/time.ts';
import type { IssuerPolicy } from '../../issuer/policy.ts';
import { greatestAge } from '../files/revocation-list.ts';
import { issuerPolicy } from '../issuer-policy.ts';
import type { LoadedSettings } from './load.ts';
import { POLICY_SETTINGS, type Settings } from './settings.ts';

export interface PolicyMember {
  /** As in a policy file. */
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

function valueAt(settings: unknown, name: string): unknown {
  let value = settings;
  for (const key of name.split('.')) value = (value as Record<string, unknown> | undefined)?.[key];
  return value;
}

/**
 * Every member of the policy and where it comes from. Reads the files that it names.
 * @throws SettingsError
 */
export function effectivePolicy({ settings, origins }: LoadedSettings): readonly PolicyMember[] {
  const policy = issuerPolicy(settings);
  return POLICY_SETTINGS.map(({ name }) => ({
    name: name.slice(PREFIX.length),
    value: valueAt(settings, name) ?? BY_PROFILE[name]?.(policy, settings),
    origin: origins.get(name) ?? (name in BY_PROFILE ? `default of ${settings.profile}` : 'default'),
  }));
}
