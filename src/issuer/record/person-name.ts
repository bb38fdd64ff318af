import { decode } from '../../formats/cbor/index.ts';
import { decodeRecord } from './record.ts';
import { NAME_FORMS } from './search-texts.ts';

/** The name of the person as people write it, given name first; undefined if the record has none. Only names are decoded. */
export function nameIn(record: Uint8Array): string | undefined {
  const elements = decodeRecord(record).flatMap((namespace) => namespace.elements);
  const textOf = (identifier: string): string | undefined => {
    const element = elements.find((one) => one.identifier === identifier);
    const value = element && decode(element.value);
    return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
  };
  for (const form of NAME_FORMS) {
    const parts = [textOf(`given_name${form}`), textOf(`family_name${form}`)].filter(Boolean);
    if (parts.length > 0) return parts.join(' ');
  }
  return undefined;
}
