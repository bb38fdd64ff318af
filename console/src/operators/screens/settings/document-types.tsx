import { Facts } from '../../../kit/facts.tsx';
import { Id } from '../../../kit/id.tsx';
import { Empty, Loaded } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin } from '../../api.ts';

type Type = AdminResponse<'listDocumentTypes'>['documentTypes'][number];
type Element = Type['namespaces'][number]['elements'][number];

const nameOf = ({ identifier, identifierPattern }: Element) => identifier ?? identifierPattern ?? '';

function DocumentType({ type: { docType, title, source, namespaces } }: { readonly type: Type }) {
  const { documentTypes: words } = useMessages();
  const columns: readonly Column<Element>[] = [
    {
      key: 'element',
      head: words.columns.element,
      cell: (element) => <code className="breaks">{nameOf(element)}</code>,
    },
    { key: 'type', head: words.columns.type, cell: ({ type }) => type },
    {
      key: 'mandatory',
      head: words.columns.mandatory,
      cell: ({ mandatory }) => (mandatory ? words.mandatory : words.optional),
    },
  ];
  return (
    <section className="stack">
      <h2>{title}</h2>
      <Facts
        facts={[
          [words.docType, <Id key="type" value={docType} isWhole />],
          [words.source, source],
        ]}
      />
      {namespaces.map(({ name, elements }) => (
        <details key={name}>
          <summary>{words.elements(name, elements.length)}</summary>
          <Table
            caption={words.elements(name, elements.length)}
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
