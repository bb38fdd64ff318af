import 'reflect-metadata';
import * as android from '@peculiar/asn1-android';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { describe, expect, it } from 'vitest';
import { CREDENTIAL_KEY } from '../../../../test/support/formats/test-chain.ts';
import {
  describeIdentityCredentialKey,
  describeKeystoreKey,
  encodeAuthorizationList,
  encodeKeyDescription,
  parseKeyDescription,
} from './index.ts';

describe('Key descriptions compared with @peculiar/asn1-android', () => {
  const { identityCredentialKey: _, ...keystoreLike } =
    describeIdentityCredentialKey(CREDENTIAL_KEY).hardwareEnforced;

  it('@peculiar/asn1-android and this decoder read the same key descriptions', () => {
    const described = describeKeystoreKey(CREDENTIAL_KEY);
    const theirs = AsnConvert.parse(encodeKeyDescription(described), android.KeyMintKeyDescription);
    expect(theirs.attestationVersion).toBe(300);
    expect(theirs.attestationSecurityLevel).toBe(1);
    expect(Buffer.from(theirs.attestationChallenge.buffer)).toEqual(Buffer.from(CREDENTIAL_KEY.challenge));
    const { hardwareEnforced } = theirs;
    expect([...hardwareEnforced.purpose!]).toEqual([2, 3]);
    expect([...hardwareEnforced.digest!]).toEqual([4, 6]);
    expect(hardwareEnforced).toMatchObject({
      algorithm: 3,
      keySize: 256,
      ecCurve: 1,
      origin: 0,
      osPatchLevel: 202610,
    });
    expect(hardwareEnforced.noAuthRequired).toBeNull();
    expect(hardwareEnforced.rootOfTrust).toMatchObject({ deviceLocked: true, verifiedBootState: 0 });
    const application = AsnConvert.parse(
      theirs.softwareEnforced.attestationApplicationId!.buffer,
      android.AttestationApplicationId,
    );
    // Decoded as an ArrayBuffer, although the declared type is another.
    const { packageName } = application.packageInfos[0]! as unknown as { packageName: ArrayBuffer };
    expect(Buffer.from(packageName).toString()).toBe('com.google.android.gms');
    expect(application.signatureDigests).toHaveLength(1);
  });

  it('this decoder reads what @peculiar/asn1-android writes', () => {
    const octets = (text: string) => new OctetString(Buffer.from(text));
    const theirs = new android.KeyDescription({
      attestationVersion: 4,
      attestationSecurityLevel: android.SecurityLevel.strongBox,
      keymasterVersion: 41,
      keymasterSecurityLevel: android.SecurityLevel.strongBox,
      attestationChallenge: octets('challenge'),
      uniqueId: octets(''),
      softwareEnforced: new android.AuthorizationList({ creationDateTime: 1_700_000_000_000 }),
      teeEnforced: new android.AuthorizationList({
        purpose: new android.IntegerSet([2]),
        algorithm: 3,
        keySize: 256,
        ecCurve: 1,
        noAuthRequired: null,
        rootOfTrust: new android.RootOfTrust({
          verifiedBootKey: octets('key'),
          deviceLocked: true,
          verifiedBootState: android.VerifiedBootState.selfSigned,
          verifiedBootHash: octets('hash'),
        }),
        osPatchLevel: 202311,
      }),
    });
    expect(parseKeyDescription(new Uint8Array(AsnConvert.serialize(theirs)))).toMatchObject({
      attestationVersion: 4,
      attestationSecurityLevel: 2,
      keymasterVersion: 41,
      attestationChallenge: new Uint8Array(Buffer.from('challenge')),
      softwareEnforced: { creationDateTime: 1_700_000_000_000n },
      hardwareEnforced: {
        purpose: [2],
        algorithm: 3,
        keySize: 256,
        ecCurve: 1,
        noAuthRequired: true,
        rootOfTrust: { deviceLocked: true, verifiedBootState: 'selfSigned' },
        osPatchLevel: 202311,
      },
    });
  });

  it('both encoders write the same bytes for a list without tag 721', () => {
    const encoded = encodeAuthorizationList(keystoreLike);
    const theirs = AsnConvert.parse(encoded, android.AuthorizationList);
    expect(Buffer.from(AsnConvert.serialize(theirs))).toEqual(Buffer.from(encoded));
  });
});
