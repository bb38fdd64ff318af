import '../../styles/record.css';
import { namespaceText, rowsOf, valueTexts, withoutRepeats } from '../../../../src/client/record-text.ts';
import { Facts } from '../../kit/facts.tsx';
import { Loaded } from '../../kit/states.tsx';
import { formattingLocale, Time } from '../../kit/time.tsx';
import { useMessages } from '../../messages/index.ts';
import type { RecordAnswer, useRecord } from './record-query.ts';

export type Element = RecordAnswer['namespaces'][number]['elements'][number];

interface RecordProps {
  readonly query: ReturnType<typeof useRecord>;
}

/** The record of the holder, as the document would show it, but for the portrait: the page already offers it. */
export function HolderRecord({ query }: RecordProps) {
  const { proofing: words } = useMessages();
  return (
    <section className="box stack record" aria-labelledby="record">
      <div>
        <h2 id="record">{words.record}</h2>
        <p className="soft small">{words.recordLead}</p>
      </div>
      <Loaded query={query}>{(record) => <RecordFacts record={record} />}</Loaded>
    </section>
  );
}

export const isPortrait = ({ identifier, kind }: Element) => identifier === 'portrait' && kind === 'image';

export const hasPortrait = ({ namespaces }: Pick<RecordAnswer, 'namespaces'>): boolean =>
  namespaces.some(({ elements }) => elements.some(isPortrait));

/** The elements of a record by namespace, without the portrait. */
function RecordFacts({ record: { namespaces } }: { readonly record: RecordAnswer }) {
  const { recordElements } = useMessages();
  return withoutRepeats(namespaces).map(({ name, elements }) => (
    <div key={name} className="stack tight">
      <h3 className="soft small" title={name}>
        {namespaceText(name, recordElements)}
      </h3>
      <Facts
        facts={rowsOf(
          elements.filter((element) => !isPortrait(element)),
          recordElements,
        ).map(({ label, element }) => [label, <Value key={label} element={element} />])}
      />
    </div>
  ));
}

/** What tells the person from another with the same name. */
const TELLING = ['birth_date', 'document_number'];

export function Telling({ record: { namespaces } }: { readonly record: RecordAnswer }) {
  const { recordElements } = useMessages();
  const elements = withoutRepeats(namespaces).flatMap((one) => one.elements);
  const rows = rowsOf(
    elements.filter(({ identifier }) => TELLING.includes(identifier)),
    recordElements,
  );
  return <Facts facts={rows.map(({ label, element }) => [label, <Value key={label} element={element} />])} />;
}

export function Value({ element }: { readonly element: Element }) {
  const { recordElements } = useMessages();
  if (element.kind === 'dateTime') return <Time at={String(element.value)} />;
  const texts = valueTexts(element, formattingLocale(), recordElements);
  if (element.kind === 'date') return <span className="nowrap">{texts[0]}</span>;
  if (element.kind !== 'array') return texts[0];
  return (
    <ul className="plain">
      {texts.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries of a list in a record have no other identity.
        <li key={index}>{text}</li>
      ))}
    </ul>
  );
}
