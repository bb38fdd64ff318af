import { withoutBlanks } from '../../../api/client.ts';
import type { useListState } from '../../../frame/list-state.ts';
import { Link } from '../../../frame/navigation.tsx';
import { useWho } from '../../../frame/who.ts';
import { Headed } from '../../../kit/headed.tsx';
import { Empty } from '../../../kit/states.tsx';
import type { Column } from '../../../kit/table.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminRequest, useAdmin, useIsHere } from '../../api.ts';
import { useClientNames } from '../../parts/client-names.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import { usePublisherNames } from '../../parts/publisher-names.ts';
import { WordedList } from '../../parts/worded/worded-list.tsx';
import { useOperationWords } from './operation.tsx';
import { useCheckText, useOutcomeText } from './outcome.tsx';
import { RefusedFilters, type Row } from './refused-filters.tsx';

interface RefusedProps {
  readonly list: ReturnType<typeof useListState>;
}

/** The id to explain. Error ids are preferred: they are ours, while clients choose request ids. */
const idOf = ({ errorId, requestId }: Row) => errorId ?? requestId;

/** Whose request it was, as far as it is known, and for which publisher. */
function useFromText() {
  const who = useWho();
  const publisherName = usePublisherNames();
  const clients = useClientNames(true);
  return ({ operatorId, operatorName, clientId, publisherId }: Row): string =>
    [
      operatorId !== undefined && who(operatorId, operatorName),
      clientId !== undefined && clientId !== operatorId && (clients.get(clientId) ?? clientId),
      publisherId !== undefined && publisherName(publisherId),
    ]
      .filter((one) => one !== undefined && one !== false)
      .join(' · ');
}

export function Refused({ list }: RefusedProps) {
  const { explain: words } = useMessages();
  const checkText = useCheckText();
  const outcomeText = useOutcomeText();
  const operationText = useOperationWords();
  const fromText = useFromText();
  const hasIssuer = useIsHere()({ panel: 'issuer' });
  const { operation = '', reason = '', device = '', ...of } = list.filters;
  const request: AdminRequest<'listRefusedRequests'> = withoutBlanks({
    operation,
    reason,
    deviceReferenceId: device,
    operatorId: of.operatorId ?? '',
    clientId: of.clientId ?? '',
    publisherId: of.publisherId ?? '',
  });
  const query = useAdmin('listRefusedRequests', { ...request, ...list.page }, { every: 30_000 });
  const more: readonly Column<Row>[] = [
    {
      key: 'explain',
      head: words.columns.explain,
      cell: (row) =>
        idOf(row) === '' ? (
          '–'
        ) : (
          <Link to="/explain" search={{ id: idOf(row) }}>
            {words.explain}
          </Link>
        ),
    },
  ];
  return (
    <section className="stack">
      <Headed
        actions={
          <ExportButton
            method="listRefusedRequests"
            shown={query.data}
            request={request}
            rowsOf={(answer) => answer.requests}
            file="refused-requests.csv"
            columns={[
              'time',
              'interface',
              'operation',
              'reason',
              'failedCheck',
              'requestId',
              'errorId',
              'deviceReferenceId',
              'clientId',
              'publisherId',
              'operatorName',
            ]}
          />
        }
      >
        <h2>{words.refusedTitle}</h2>
      </Headed>
      <RefusedFilters list={list} rows={query.data?.requests ?? []}>
        <WordedList
          method="listRefusedRequests"
          name="operation"
          query={query}
          list={list}
          caption={words.refusedCaption}
          without={['requestId', 'failedCheck', ...(hasIssuer ? [] : (['deviceReferenceId'] as const))]}
          cells={{
            operation: (row) => (
              <>
                <span title={row.operation}>{operationText(row.operation)}</span>
                {fromText(row) !== '' && <div className="soft small">{fromText(row)}</div>}
              </>
            ),
            reason: ({ reason, failedCheck }) => (
              <>
                {outcomeText(reason)}
                {failedCheck?.includes('.') && `: ${checkText(failedCheck)}`}
                {failedCheck?.includes('.') === false && (
                  <div className="soft small">{`${words.check}: ${checkText(failedCheck)}`}</div>
                )}
              </>
            ),
          }}
          more={more}
          empty={<Empty title={words.refusedEmpty}>{words.refusedEmptyText}</Empty>}
        />
      </RefusedFilters>
    </section>
  );
}
