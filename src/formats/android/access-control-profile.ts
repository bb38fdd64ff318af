import type { CborReader, CborValue } from '../cbor/index.ts';
import { ProofError } from '../errors.ts';
import { type FieldReader, proofDecoder, read } from '../structure/index.ts';

/** Access control for elements (IIdentityCredential HAL, SecureAccessControlProfile). */
export interface AccessControlProfile {
  /** 0 to 31. */
  readonly id: number;
  /** DER; only a reader with this certificate may read. */
  readonly readerCertificate?: Uint8Array;
  /** Absent if no user authentication is required. With `timeoutMillis` 0, each session requires it. */
  readonly userAuthentication?: { readonly timeoutMillis: number };
}

/**
 * The two encodings of a profile on devices: that of identity credential hardware, and that of the library
 * based on the Android keystore.
 */
export type ProfileDialect = 'hardware' | 'keystore';

const MAX_PROFILES = 32;
/** Value of capabilityType for user authentication, in the keystore dialect. */
const CAPABILITY_USER_AUTHENTICATION = 1;

const AUTHENTICATION_MEMBERS: Readonly<
  Record<ProfileDialect, (timeoutMillis: number) => Record<string, CborValue>>
> = {
  hardware: (timeoutMillis) => ({ userAuthenticationRequired: true, timeoutMillis }),
  keystore: (timeout) => ({
    capabilityType: CAPABILITY_USER_AUTHENTICATION,
    ...(timeout !== 0 && { timeout }),
  }),
};

export function profileMembers(profile: AccessControlProfile, dialect: ProfileDialect): CborValue {
  const { id, readerCertificate, userAuthentication } = profile;
  return {
    id,
    ...(readerCertificate && { readerCertificate }),
    ...(userAuthentication && AUTHENTICATION_MEMBERS[dialect](userAuthentication.timeoutMillis)),
  };
}

/** Reads profiles in either encoding; the meaning is the same. Ids must be unique and below 32. */
export const readProfiles: FieldReader<readonly AccessControlProfile[]> = (reader: CborReader) => {
  const profiles = read.arrayOf(readProfile)(reader);
  if (!areProfileIds(profiles.map(({ id }) => id))) {
    throw new ProofError('malformed', 'AccessControlProfile: ids are not unique and below 32');
  }
  return profiles;
};

/** Whether these are valid ids for a set of profiles: unique integers from 0 to 31. */
export const areProfileIds = (ids: readonly number[]): boolean =>
  new Set(ids).size === ids.length && ids.every((id) => Number.isInteger(id) && id >= 0 && id < MAX_PROFILES);

const readProfile: FieldReader<AccessControlProfile> = (reader) => {
  const members = proofDecoder.map('AccessControlProfile', reader, {
    required: { id: read.uint },
    optional: {
      readerCertificate: read.bytes,
      userAuthenticationRequired: read.boolean,
      timeoutMillis: read.uint,
      capabilityType: read.uint,
      timeout: read.uint,
    },
  });
  const authentication = userAuthentication(members);
  return {
    id: members.id,
    ...(members.readerCertificate && { readerCertificate: members.readerCertificate }),
    ...(authentication && { userAuthentication: authentication }),
  };
};

interface AuthenticationMembers {
  readonly userAuthenticationRequired?: boolean;
  readonly timeoutMillis?: number;
  readonly capabilityType?: number;
  readonly timeout?: number;
}

function userAuthentication(members: AuthenticationMembers): AccessControlProfile['userAuthentication'] {
  const { userAuthenticationRequired, timeoutMillis, capabilityType, timeout } = members;
  const hardware = userAuthenticationRequired !== undefined || timeoutMillis !== undefined;
  const keystore = capabilityType !== undefined || timeout !== undefined;
  const required = userAuthenticationRequired === true || capabilityType === CAPABILITY_USER_AUTHENTICATION;
  const limit = timeoutMillis ?? timeout ?? 0;
  const consistent =
    !(hardware && keystore) &&
    (capabilityType ?? CAPABILITY_USER_AUTHENTICATION) === CAPABILITY_USER_AUTHENTICATION &&
    (required || limit === 0) &&
    !(userAuthenticationRequired === true && timeoutMillis === undefined);
  if (!consistent) {
    throw new ProofError('malformed', 'AccessControlProfile: user authentication is contradictory');
  }
  return required ? { timeoutMillis: limit } : undefined;
}
