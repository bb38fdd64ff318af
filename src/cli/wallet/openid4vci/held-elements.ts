import { decodeIssuerSigned } from '../../../formats/mdoc/index.ts';
import type { VciState } from '../../../wallet/openid4vci/state.ts';
import { UsageError } from '../../cli-errors.ts';
import type { DescribedCredential } from '../describe.ts';

/** The elements of the credential that the phone would show next. @throws UsageError if there is none */
export function heldElements({ credentials: [first] }: Pick<VciState, 'credentials'>): DescribedCredential {
  if (first === undefined)
    throw new UsageError('the phone holds no unused credential: run `diptych wallet refresh` first');
  const { nameSpaces = new Map<string, never[]>() } = decodeIssuerSigned(first.issuerSigned);
  return {
    namespaces: [...nameSpaces].map(([name, items]) => ({
      name,
      elements: items.map(({ elementIdentifier: identifier, elementValue: value }) => ({
        identifier,
        value,
      })),
    })),
  };
}

export const elementCount = (state: VciState): number =>
  heldElements(state).namespaces.reduce((sum, { elements }) => sum + elements.length, 0);
