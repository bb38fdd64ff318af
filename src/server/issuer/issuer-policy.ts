import { omit } from '../../conventions/omit.ts';
import { MINUTE } from '../../conventions/time.ts';
import type { AllowedApplication } from '../../formats/android/attestation/index.ts';
import { createAuthorityCache } from '../../formats/x509/index.ts';
import { vciIssuer } from '../../http/vci/paths.ts';
import type { IssuerPolicy } from '../../issuer/policy.ts';
import { SettingsError } from '../config/load-settings.ts';
import type { Settings } from '../config/settings.ts';
import { type AttestationFiles, attestationFiles } from '../files/attestation.ts';
import { documentTypes } from '../files/document-types.ts';

/** Signers of the Play services packages, SHA-256 of the certificates. */
const PLAY_SERVICES_SIGNERS = [
  'f0fd6c5b410f25cb25c3b53346c8972fae30f8ee7411df910480ad6b2d60db83',
  '7ce83c1b71f3d572fed04c8d40c5cb10ff75e6d87d9df6fbd53f0468c2905053',
];

const WALLET_PACKAGES = ['com.google.android.gms', 'com.google.android.gsf'];

function applicationsOf({ profile, issuer }: Settings): readonly AllowedApplication[] {
  const { applications } = issuer.attestation;
  if (applications) {
    return applications.map(({ package: name, digest }) => ({
      package: name,
      ...(digest === undefined ? {} : { digests: [digest.replaceAll(':', '').toLowerCase()] }),
    }));
  }
  const digests = profile === 'production' ? { digests: PLAY_SERVICES_SIGNERS } : {};
  return WALLET_PACKAGES.map((name) => ({ package: name, ...digests }));
}

function attestationOf(settings: Settings, files: AttestationFiles): IssuerPolicy['attestation'] {
  const { requireIdentityCredentialKey, requireStrongBox, minimumPatchLevels } = settings.issuer.attestation;
  const fixed = {
    applications: applicationsOf(settings),
    requireIdentityCredentialKey: requireIdentityCredentialKey ?? settings.profile === 'production',
    requireStrongBox,
    minimumPatchLevels,
    authorities: createAuthorityCache(),
  };
  return () => {
    const revocation = files.revocation();
    return { ...fixed, anchors: files.anchors(), ...(revocation === undefined ? {} : { revocation }) };
  };
}

function jurisdictionOf({ issuer }: Settings): IssuerPolicy['jurisdiction'] {
  const { country, stateOrProvince, timeZone } = issuer;
  return { country, timeZone, ...(stateOrProvince === undefined ? {} : { stateOrProvince }) };
}

function challengesOf({ challenges }: Settings['issuer']): IssuerPolicy['challenges'] {
  const [first, ...others] = challenges;
  if (first === undefined) throw new SettingsError(['issuer.challenges: name one kind at least']);
  return [first, ...others];
}

/** Members that were left out are absent, never undefined. */
function standardOf({
  decisions,
  maxDevicesPerHolder,
  msoValidityDays,
  msoRefreshDays,
  msoRefreshSpreadDays,
  status,
}: Settings['issuer']) {
  return {
    decisions,
    msoValidityDays,
    ...(maxDevicesPerHolder === undefined ? {} : { maxDevicesPerHolder }),
    ...(msoRefreshDays === undefined ? {} : { msoRefreshDays }),
    msoRefreshSpreadDays,
    ...(status?.uri === undefined ? {} : { statusUri: status.uri }),
  };
}

function documentsOf(issuer: Settings['issuer']): IssuerPolicy['documents'] {
  const standard = standardOf(issuer);
  const others = omit(standard, 'statusUri');
  const own = Object.entries(issuer.byDocumentType ?? {}).map(([docType, { status, ...policy }]) => {
    if (status === undefined) return [docType, { ...standard, ...policy }] as const;
    const statusUri = status.uri === undefined ? {} : { statusUri: status.uri };
    return [docType, { ...others, ...policy, ...statusUri }] as const;
  });
  return { standard, byType: new Map(own) };
}

function codeAttemptsOf({ codes }: Settings['issuer']): IssuerPolicy['codeAttempts'] {
  const window = codes.windowSeconds * 1000;
  return {
    perDevice: { most: codes.wrongPerDevice, window },
    inAll: { most: codes.wrongInAll, window },
    beyondInAll: codes.beyondWrongInAll,
  };
}

function walletsOf(
  { wallets: { documentTypes: types, clients, profile } }: Settings['issuer'],
  publicUrl: () => string,
): Pick<IssuerPolicy, 'wallets'> {
  if (types === undefined) return {};
  const isRedirecting = clients.some(({ redirectUris }) => redirectUris !== undefined);
  const isPreAuthorizing = profile !== 'haip';
  const issuer = () => vciIssuer(publicUrl());
  return { wallets: { issuer, documentTypes: new Set(types), isRedirecting, isPreAuthorizing } };
}

function addToWalletOf({ addToWallet }: Settings['issuer']): Pick<IssuerPolicy, 'addToWallet'> {
  const { googleIssuerId, protocol, documentTypes: types } = addToWallet;
  if (googleIssuerId === undefined) return {};
  return { addToWallet: { googleIssuerId, protocol, ...(types && { documentTypes: new Set(types) }) } };
}

/** The issuer's policy from the settings. @throws SettingsError if a file that they name cannot be used */
export function issuerPolicy(
  settings: Settings,
  files: AttestationFiles = attestationFiles(settings),
  publicUrl = () => '',
): IssuerPolicy {
  const { issuer, profile } = settings;
  const production = profile === 'production';
  const versions = production
    ? ([{ major: 1, minor: 0 }] as const)
    : ([
        { major: 1, minor: 0 },
        { major: 0, minor: 1 },
      ] as const);
  return {
    issuerId: issuer.id,
    versions,
    documentTypes: documentTypes(issuer.documentTypes),
    jurisdiction: jurisdictionOf(settings),
    documents: documentsOf(issuer),
    rejections: issuer.rejections,
    challenges: challengesOf(issuer),
    plaintext: issuer.plaintext ?? !production,
    nonceTtl: issuer.nonceTtlSeconds * 1000,
    codeTtl: issuer.codeTtlSeconds * 1000,
    ...(issuer.codeLink === undefined ? {} : { codeLink: issuer.codeLink }),
    ...addToWalletOf(issuer),
    ...walletsOf(issuer, publicUrl),
    codeAttempts: codeAttemptsOf(issuer),
    pendingTtl: issuer.pendingTtlSeconds * 1000,
    challengedTtl: issuer.challengedTtlSeconds * 1000,
    acceptedTtl: issuer.acceptedTtlSeconds * 1000,
    releaseSilentDevices: issuer.releaseSilentDevices,
    maxAuthKeys: issuer.maxAuthKeys,
    requireProofOfBinding: issuer.requireProofOfBinding,
    statusLists: { ...issuer.statusLists, grid: issuer.statusLists.publishMinutes * MINUTE },
    hpkeContext: { mode: issuer.hpkeContext, tolerant: !production },
    attestation: attestationOf(settings, files),
    isRevocationListTooOld: files.isListTooOld,
  };
}
