import type { WrappedValue } from '../../../issuer/contract/index.ts';
import { base64, type DeviceContext, factsOf } from '../context.ts';
import { encryptionKey } from './issuer-keys.ts';
import type { SentKind } from './value-kind.ts';

/** Returns a function that wraps the values of one request, encrypted for the issuer's active key if `encrypt` is true. */
export async function valueWrapper(
  context: DeviceContext,
): Promise<(kind: SentKind, plaintext: Uint8Array) => Promise<WrappedValue>> {
  const { tampering, encrypt } = context;
  const recipient = encrypt ? await encryptionKey(context) : undefined;
  const { encrypted } = await import('./encrypt.ts');
  return async (kind, honest) => {
    const facts = factsOf(context);
    const plaintext = (await tampering.plaintext?.(honest, facts, kind)) ?? honest;
    const value = recipient
      ? { encryptedData: await encrypted(context, kind, plaintext, recipient) }
      : { unencryptedValue: base64(plaintext) };
    return (await tampering.value?.(value, facts, kind)) ?? value;
  };
}
