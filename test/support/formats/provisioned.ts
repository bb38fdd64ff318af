import { DAY } from '../../../src/conventions/time.ts';
import type { Provisioned } from '../../../src/formats/android/index.ts';
import { encode, Tagged } from '../../../src/formats/cbor/index.ts';

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
export const unhex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));

const element = (
  identifier: string,
  value: Parameters<typeof encode>[0],
  ...accessControlProfiles: number[]
) => ({
  identifier,
  value: encode(value),
  accessControlProfiles,
});

export const PROVISIONED: Provisioned = {
  docType: 'org.iso.18013.5.1.mDL',
  accessControlProfiles: [
    { id: 0 },
    { id: 1, userAuthentication: { timeoutMillis: 0 } },
    { id: 31, readerCertificate: Uint8Array.of(0x30, 0), userAuthentication: { timeoutMillis: DAY } },
  ],
  namespaces: [
    {
      name: 'org.iso.18013.5.1',
      elements: [
        element('family_name', 'Müller', 0, 1),
        element('birth_date', new Tagged(1004, '1984-01-26'), 1),
        element('portrait', new Uint8Array(300).fill(9), 31),
        element('driving_privileges', [{ vehicle_category_code: 'B' }]),
      ],
    },
    { name: 'org.iso.18013.5.1.aamva', elements: [element('sex', 2, 1), element('organ_donor', 1, 1)] },
  ],
};

/** From the test suite for identity credential hardware (HAL identity/aidl/vts). */
export const HARDWARE_SUITE = {
  docType: 'org.iso.18013-5.2019.mdl',
  accessControlProfiles: [{ id: 1 }],
  namespaces: [{ name: 'ns', elements: [element('Last name', 'Turing', 1)] }],
  testCredential: true,
};
