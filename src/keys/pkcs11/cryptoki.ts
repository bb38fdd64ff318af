import { createRequire } from 'node:module';
import { CustodyError } from '../custody.ts';

/** A session, an object or a slot. */
export type Handle = Buffer;

export interface Attribute {
  readonly type: number;
  readonly value: number | boolean | Buffer | string;
}

interface Mechanism {
  readonly mechanism: number;
  readonly parameter: { readonly type: number; readonly kdf: number; readonly publicData: Buffer } | null;
}

/**
 * The functions of PKCS#11 (Cryptoki) that are used here, as pkcs11js has them. Described here, not imported: the
 * package is optional, and the sources must compile without it. All throw errors whose message begins with the name of
 * the return value, `CKR_…`.
 */
export interface Cryptoki {
  load(path: string): void;
  C_Initialize(): void;
  C_Finalize(): void;
  C_GetSlotList(withToken: boolean): Handle[];
  C_GetTokenInfo(slot: Handle): { readonly label: string };
  C_OpenSession(slot: Handle, flags: number): Handle;
  C_CloseSession(session: Handle): void;
  C_Login(session: Handle, user: number, pin: string): void;
  C_FindObjectsInit(session: Handle, template: readonly Attribute[]): void;
  C_FindObjects(session: Handle, most: number): Handle[];
  C_FindObjectsFinal(session: Handle): void;
  C_GetAttributeValue(
    session: Handle,
    object: Handle,
    template: readonly Pick<Attribute, 'type'>[],
  ): { readonly value: Buffer }[];
  C_GenerateKeyPair(
    session: Handle,
    mechanism: Mechanism,
    publicTemplate: readonly Attribute[],
    privateTemplate: readonly Attribute[],
  ): { readonly publicKey: Handle; readonly privateKey: Handle };
  C_DestroyObject(session: Handle, object: Handle): void;
  C_SignInit(session: Handle, mechanism: Mechanism, key: Handle): void;
  C_Sign(session: Handle, data: Buffer, signature: Buffer): Buffer;
  C_DeriveKey(session: Handle, mechanism: Mechanism, key: Handle, template: readonly Attribute[]): Handle;
}

const PACKAGE = 'pkcs11js';

/** @throws CustodyError when the optional package is not installed or cannot run here. */
export function loadCryptoki(module: string): Cryptoki {
  let binding: { readonly PKCS11: new () => Cryptoki };
  try {
    binding = createRequire(import.meta.url)(PACKAGE) as typeof binding;
  } catch (cause) {
    throw new CustodyError(
      `the optional package ${PACKAGE} is not installed; it is built at npm ci where there is a C++ compiler and Python`,
      { cause },
    );
  }
  const cryptoki = new binding.PKCS11();
  try {
    cryptoki.load(module);
  } catch (cause) {
    throw new CustodyError('the PKCS#11 module cannot be loaded; check the path keys.pkcs11.module', {
      cause,
    });
  }
  return cryptoki;
}

/** `CKR_PIN_INCORRECT`; undefined when the error is not one of PKCS#11. */
export function returnValueOf(error: unknown): string | undefined {
  return error instanceof Error ? /^CKR_\w+/.exec(error.message)?.[0] : undefined;
}
