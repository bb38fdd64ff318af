import { Type } from 'typebox';

/** Longest opaque identifier (requestId, issuerId, deviceReferenceId, …) that is accepted, in code units. */
const MAX_IDENTIFIER = 256;

/** No control characters and no lone surrogates, because some databases cannot store them. */
const PRINTABLE = '^[^\\u0000-\\u001F\\u007F-\\u009F\\uD800-\\uDFFF]*$';

/** `EncryptedData.encryptedValue` and, by ruling, `unencryptedValue`: at most this many bytes when decoded. */
export const MAX_VALUE_BYTES = 65_536;

const BASE64_OF_MAX_VALUE = 4 * Math.ceil(MAX_VALUE_BYTES / 3);

export const Identifier = (description: string) =>
  Type.String({ description, minLength: 1, maxLength: MAX_IDENTIFIER, pattern: PRINTABLE });

/** RFC 4648 section 4 with padding in output. Input may also be URL-safe and unpadded. */
export const Base64 = (description: string, maxLength = BASE64_OF_MAX_VALUE) =>
  Type.String({ description, maxLength, contentEncoding: 'base64' });

export const Int32 = (description: string) =>
  Type.Integer({ description, minimum: -2_147_483_648, maximum: 2_147_483_647, format: 'int32' });

/** proto3 JSON writes int64 as a string. */
export const Int64String = (description: string) =>
  Type.String({ description, pattern: '^-?[0-9]{1,19}$', format: 'int64' });

export const DebugText = (description: string) => Type.String({ description, maxLength: 1024 });

/** A message without members; only its presence has a meaning. */
export const Empty = (description: string) => Type.Object({}, { description });
