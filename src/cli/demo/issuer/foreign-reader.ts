import { sessionTranscriptBytes } from '../../../formats/mdoc/index.ts';

export interface Presented {
  /** Encoded DeviceResponse. */
  readonly deviceResponse: Uint8Array;
  /** Encoded SessionTranscript, without tag 24. */
  readonly sessionTranscript: Uint8Array;
  /** DER of the roots that the reader trusts. */
  readonly trustedRoots: readonly Uint8Array[];
  readonly now: Date;
}

interface Check {
  readonly status: string;
  readonly check: string;
}

/**
 * Checks the phone's presentation with @owf/mdoc, an independent library. Undefined if it is not installed; it is a
 * development dependency.
 */
export async function verifyWithForeignLibrary(presented: Presented): Promise<readonly Check[] | undefined> {
  const library = await import('@owf/mdoc').catch(() => undefined);
  if (!library) return undefined;
  const { owfContext } = await import('../../../formats/mdoc/testing/owf-context.ts');
  const checks: Check[] = [];
  await library.Verifier.verifyDeviceResponse(
    {
      deviceResponse: presented.deviceResponse,
      sessionTranscript: sessionTranscriptBytes(presented.sessionTranscript),
      trustedCertificates: [...presented.trustedRoots],
      now: presented.now,
      onCheck: ({ status, check }) => checks.push({ status, check }),
    },
    owfContext(),
  );
  return checks;
}
