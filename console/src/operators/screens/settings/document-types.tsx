import { labelOf, namespaceText } from '../../../../../src/client/record-text.ts';
import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { LongWords } from '../../../kit/long-words.tsx';
import { Empty, Loaded } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin } from '../../api.ts';

type Type = AdminResponse<'listDocumentTypes'>['documentTypes'][number];
type Element = Type['namespaces'][number]['elements'][number];

const nameOf = ({ identifier, identifierPattern }: Element) => identifier ?? identifierPattern ?? '';

/** An element by name, with its identifier; a family of elements by its pattern. */
function ElementName({ element }: { readonly element: Element }) {
  const { recordElements } = useMessages();
  const { identifier } = element;
  return (
    <div>
      {identifier !== undefined && <div>{labelOf(identifier, recordElements)}</div>}
      <code className="breaks soft small">{nameOf(element)}</code>
    </div>
  );
}

function DocumentType({ type: { docType, title, source, namespaces } }: { readonly type: Type }) {
  const { documentTypes: words, recordElements } = useMessages();
  const columns: readonly Column<Element>[] = [
    {
      key: 'element',
      head: words.columns.element,
      cell: (element) => <ElementName element={element} />,
    },
    {
      key: 'type',
      head: words.columns.type,
      cell: ({ type }) => (words.types as Readonly<Record<string, string>>)[type] ?? type,
    },
    {
      key: 'mandatory',
      head: words.columns.mandatory,
      cell: ({ mandatory }) => (mandatory ? words.mandatory : words.optional),
    },
  ];
  return (
    <section className="box stack">
      <h2>{title}</h2>
      <Facts
        facts={[
          [words.docType, <Id key="type" value={docType} isWhole />],
          [words.source, source],
        ]}
      />
      {namespaces.map(({ name, elements }) => (
        <details key={name}>
          <summary>
            {words.elements(namespaceText(name, recordElements), elements.length)}{' '}
            <code className="soft small">
              <LongWords text={name} />
            </code>
          </summary>
          <Table
            caption={words.elements(namespaceText(name, recordElements), elements.length)}
            columns={columns}
            rows={elements}
            rowKey={nameOf}
          />
        </details>
      ))}
    </section>
  );
}

/** What the server can issue. */
export function DocumentTypes() {
  const { documentTypes: words } = useMessages();
  const query = useAdmin('listDocumentTypes', {});
  return (
    <>
      <p className="soft">{words.lead}</p>
      <Loaded query={query}>
        {({ documentTypes }) =>
          documentTypes.length === 0 ? (
            <Empty title={words.emptyTitle} />
          ) : (
            documentTypes.map((type) => <DocumentType key={type.docType} type={type} />)
          )
        }
      </Loaded>
    </>
  );
}
