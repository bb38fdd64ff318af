import { Tagged as CborgTagged, decode as cborgDecode, encode as cborgEncode } from 'cborg';
import { describe, expect, it } from 'vitest';
import { hex, PROVISIONED, unhex } from '../../../test/support/formats/provisioned.ts';
import { type CborValue, encode, encodeInOrder } from '../cbor/index.ts';
import {
  decodeProvisionedCredential,
  encodeProvisionedCredential,
  type ProvisionedCredential,
} from './index.ts';

const refusal = (code: string) => expect.objectContaining({ name: 'ProofError', code });
const { docType: _, ...CREDENTIAL } = PROVISIONED;
const [namespace] = CREDENTIAL.namespaces;
const [element] = namespace!.elements;
const withElement = (changes: object) => ({
  ...CREDENTIAL,
  namespaces: [{ name: 'n', elements: [{ ...element!, ...changes }] }],
});

describe('The credential that an issuer sends to a device', () => {
  it('decoding and encoding keep every value of the credential byte for byte', () => {
    const bytes = encodeProvisionedCredential(CREDENTIAL);
    expect(decodeProvisionedCredential(bytes)).toEqual(CREDENTIAL);
    expect(hex(encodeProvisionedCredential(decodeProvisionedCredential(bytes)))).toBe(hex(bytes));
  });

  it('the credential has the members of the interface, in their order', () => {
    const text = (value: string) => hex(encode(value));
    const bytes = encodeProvisionedCredential({
      namespaces: [
        { name: 'ns', elements: [{ identifier: 'e', value: unhex('f5'), accessControlProfiles: [1] }] },
      ],
      accessControlProfiles: [{ id: 1, userAuthentication: { timeoutMillis: 0 } }],
    });
    const entry = `a3${text('name')}${text('e')}${text('value')}f5${text('accessControlProfiles')}8101`;
    const profile = `a3${text('id')}01${text('userAuthenticationRequired')}f5${text('timeoutMillis')}00`;
    expect(hex(bytes)).toBe(
      `a2${text('provisionedData')}a1${text('ns')}81${entry}${text('accessControlProfiles')}81${profile}`,
    );
  });

  it('cborg reads the credential strictly and writes the same bytes', () => {
    const bytes = encodeProvisionedCredential(CREDENTIAL);
    const tags = CborgTagged.preserve(1004);
    const value = cborgDecode(bytes, { useMaps: true, strict: true, rejectDuplicateMapKeys: true, tags });
    expect(hex(cborgEncode(value, { mapSorter: () => 0 }))).toBe(hex(bytes));
  });

  it('profiles without user authentication may say so', () => {
    const profiles = [{ id: 3, userAuthenticationRequired: false, timeoutMillis: 0 }];
    const bytes = encodeInOrder({ provisionedData: {}, accessControlProfiles: profiles });
    expect(decodeProvisionedCredential(bytes)).toEqual({
      namespaces: [],
      accessControlProfiles: [{ id: 3 }],
    });
  });

  it.each<[string, ProvisionedCredential]>([
    ['no namespaces', { ...CREDENTIAL, namespaces: [] }],
    [
      '32 namespaces',
      {
        ...CREDENTIAL,
        namespaces: Array.from({ length: 32 }, (_, id) => ({ ...namespace!, name: `${id}` })),
      },
    ],
    ['a namespace twice', { ...CREDENTIAL, namespaces: [namespace!, namespace!] }],
    ['a namespace without elements', { ...CREDENTIAL, namespaces: [{ name: 'n', elements: [] }] }],
    ['a namespace without name', { ...CREDENTIAL, namespaces: [{ ...namespace!, name: '' }] }],
    ['an element twice', { ...CREDENTIAL, namespaces: [{ name: 'n', elements: [element!, element!] }] }],
    [
      '256 elements',
      {
        ...CREDENTIAL,
        namespaces: [
          {
            name: 'n',
            elements: Array.from({ length: 256 }, (_, id) => ({ ...element!, identifier: `${id}` })),
          },
        ],
      },
    ],
    ['an identifier of 257 bytes', withElement({ identifier: 'x'.repeat(257) })],
    ['a value that is not shortest', withElement({ value: unhex('1801') })],
    ['a value of 512 KiB', withElement({ value: encode(new Uint8Array(512 * 1024)) })],
    ['an unknown profile', withElement({ accessControlProfiles: [2] })],
    ['a profile twice', withElement({ accessControlProfiles: [1, 1] })],
    [
      'profile id 32',
      { ...CREDENTIAL, accessControlProfiles: [...CREDENTIAL.accessControlProfiles, { id: 32 }] },
    ],
    [
      'a profile id twice',
      { ...CREDENTIAL, accessControlProfiles: [...CREDENTIAL.accessControlProfiles, { id: 1 }] },
    ],
    [
      'a timeout that is no integer',
      {
        ...CREDENTIAL,
        accessControlProfiles: [
          ...CREDENTIAL.accessControlProfiles,
          { id: 2, userAuthentication: { timeoutMillis: 0.5 } },
        ],
      },
    ],
  ])('a credential with %s is not encoded', (_, credential) => {
    expect(() => encodeProvisionedCredential(credential)).toThrow(refusal('unencodable'));
  });

  const entry = { name: 'a', value: 1, accessControlProfiles: [1] };
  const credential = (data: CborValue, profiles: CborValue): CborValue => ({
    provisionedData: data,
    accessControlProfiles: profiles,
  });
  it.each<[string, CborValue]>([
    ['an array', []],
    ['a member missing', { provisionedData: {} }],
    ['a member too many', { ...(credential({}, []) as object), more: 1 }],
    ['a namespace without entries', credential({ n: [] }, [])],
    ['an entry without value', credential({ n: [{ name: 'a', accessControlProfiles: [] }] }, [])],
    ['an entry with more', credential({ n: [{ ...entry, more: 1 }] }, [])],
    ['a profile without id', credential({}, [{}])],
    ['profile id 32', credential({}, [{ id: 32 }])],
    ['a profile id twice', credential({}, [{ id: 1 }, { id: 1 }])],
    [
      'both dialects in one profile',
      credential({}, [{ id: 1, userAuthenticationRequired: true, timeoutMillis: 0, capabilityType: 1 }]),
    ],
    ['a timeout without authentication', credential({}, [{ id: 1, timeoutMillis: 5 }])],
    [
      'a timeout with authentication not required',
      credential({}, [{ id: 1, userAuthenticationRequired: false, timeoutMillis: 5 }]),
    ],
    ['authentication without its timeout', credential({}, [{ id: 1, userAuthenticationRequired: true }])],
    ['an unknown capability', credential({}, [{ id: 1, capabilityType: 2 }])],
    ['a keystore timeout alone', credential({}, [{ id: 1, timeout: 5 }])],
  ])('a credential with %s is not decoded', (_, value) => {
    expect(() => decodeProvisionedCredential(encode(value))).toThrow(refusal('malformed'));
  });
});
