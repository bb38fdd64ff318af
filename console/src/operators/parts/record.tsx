import '../../styles/record.css';
import { Facts } from '../../kit/facts.tsx';
import { Loaded } from '../../kit/states.tsx';
import { formattingLocale, Time } from '../../kit/time.tsx';
import { useMessages } from '../../messages/index.ts';
import type { AdminResponse } from '../api.ts';
import { Portrait } from './portrait.tsx';
import type { useRecord } from './record-query.ts';
import { dateText, plainText, rowsOf, sizeText } from './record-text.ts';

type Element = AdminResponse<'getHolderRecord'>['namespaces'][number]['elements'][number];

/** The record of the holder, as the document would show it. */
export function HolderRecord({ query, holderId }: RecordProps) {
  const { proofing: words, recordElements } = useMessages();
  return (
    <section className="box stack record" aria-labelledby="record">
      <div>
        <h2 id="record">{words.record}</h2>
        <p className="soft small">{words.recordLead}</p>
      </div>
      <Loaded query={query}>
        {({ namespaces }) => (
          <>
            {namespaces.some(({ elements }) => elements.some(isPortrait)) && <Portrait holderId={holderId} />}
            {namespaces.map(({ name, elements }) => (
              <div key={name} className="stack tight">
                <h3 className="mono soft small">{name}</h3>
                <Facts
                  facts={rowsOf(
                    elements.filter((element) => !isPortrait(element)),
                    recordElements,
                  ).map(({ label, element }) => [label, <Value key={label} element={element} />])}
                />
              </div>
            ))}
          </>
        )}
      </Loaded>
    </section>
  );
}

interface RecordProps {
  readonly query: ReturnType<typeof useRecord>;
  readonly holderId: string;
}

const isPortrait = ({ identifier, kind }: Element) => identifier === 'portrait' && kind === 'image';

function Value({ element: { identifier, kind, value } }: { readonly element: Element }) {
  const { proofing: words, recordElements } = useMessages();
  const locale = formattingLocale();
  if (kind === 'image' || kind === 'bytes') {
    const { bytes, mediaType } = value as { bytes: number; mediaType?: string };
    const size = sizeText(bytes, locale);
    return <span className="soft">{mediaType ? words.image(mediaType, size) : words.bytes(size)}</span>;
  }
  if (identifier === 'sex' && typeof value === 'number') {
    const sexes: Readonly<Record<number, string>> = words.sexes;
    return sexes[value] ?? String(value);
  }
  if (kind === 'boolean') return value === true ? words.yes : words.no;
  if (kind === 'date') return dateText(String(value), locale);
  if (kind === 'dateTime') return <Time at={String(value)} />;
  if (kind === 'array' && Array.isArray(value))
    return (
      <ul className="plain">
        {value.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries of a list in a record have no other identity.
          <li key={index}>{plainText(one, locale, recordElements)}</li>
        ))}
      </ul>
    );
  return plainText(value, locale, recordElements);
}
