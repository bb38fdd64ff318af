/** HPKE context string of each kind of value; the published ones are the field's name in this form. */
export const HPKE_CONTEXT_STRINGS = {
  preAuthorizationCode: 'PreAuthorizationCode',
  authKey: 'AuthKey',
  proofOfProvisioning: 'ProofOfProvisioning',
  credential: 'Credential',
  mobileSecurityObject: 'MobileSecurityObject',
} as const;

/** Which kind of value travels sealed. */
export type ValueKind = keyof typeof HPKE_CONTEXT_STRINGS;
