import { PANELS, type Panel } from '../../conventions/panel.ts';

type Kind = 'settings' | 'metrics' | 'checks' | 'reasons';

/**
 * What belongs to one panel and is absent while that is off: settings, metrics and reasons of the administration by the
 * beginnings of their names, checks of the doctor by their names. The methods of the administration say it in their contract.
 * Everything else is of both.
 */
export const PARTS: { readonly [Of in Panel]: { readonly [Of in Kind]: readonly string[] } } = {
  issuer: {
    settings: [
      'issuer.',
      'keys.documentSigner.',
      'keys.graceDays',
      'keys.epochDays',
      'keys.recoveryDays',
      'keys.recordMaster',
      'limits.issuer',
      'limits.wallets',
      'retention.codeDays',
    ],
    metrics: ['diptych_issuer_', 'diptych_key_', 'diptych_attestation_', 'diptych_status_list_'],
    checks: [
      'keys',
      'status lists',
      'erasures',
      'attestation',
      'callers',
      'records',
      'notifications',
      'wallets',
    ],
    reasons: [
      'HOLD',
      'ERASURE_',
      'PORTRAIT_',
      'DEVICE_',
      'PROOFING_',
      'CREDENTIAL_',
      'STATUS_LIST_',
      'DOCUMENT_TYPE_',
      'NO_STATUS_SIGNER',
      'RECORD',
      'CODE_USED',
      'CODES_',
      'CODE_NOT_FOUND',
      'CHALLENGE_',
      'MAX_PROVISIONINGS_',
      'NOTIFICATIONS_',
      'NO_SPECIMEN',
      'SIGNER_',
      'KEY_',
      'KEYS_',
      'PRIVATE_KEY_',
      'CERTIFICATE_',
      'ROTATION_',
      'MASTER_',
    ],
  },
  mediation: {
    settings: [
      'mediation.',
      'oauth.scope',
      'limits.mediation',
      'limits.serve',
      'limits.resolve',
      'limits.events',
    ],
    metrics: ['diptych_mediation_', 'diptych_serve_'],
    checks: ['statistics files'],
    reasons: ['PUBLISHER_', 'INVALID_PUBLISHER', 'CLIENT_', 'CATALOGUE_'],
  },
};

/** The panel of a part; undefined if it is of both. */
export const panelOfPart = (kind: Kind, name: string): Panel | undefined =>
  PANELS.find((panel) =>
    PARTS[panel][kind].some((part) => (kind === 'checks' ? name === part : name.startsWith(part))),
  );

/** Whether a part is there with these panels. */
export function isOfPanels(panels: readonly Panel[], kind: Kind, name: string): boolean {
  const owner = panelOfPart(kind, name);
  return owner === undefined || panels.includes(owner);
}
