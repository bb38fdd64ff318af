import { operations, reasons } from 'virtual:contract';
import type { ReactNode } from 'react';
import { withoutBlanks } from '../../../api/client.ts';
import { choiceFilter, ListFilters, setTo } from '../../../frame/list-filters.tsx';
import type { useListState } from '../../../frame/list-state.ts';
import { Link } from '../../../frame/navigation.tsx';
import { Field, TextInput } from '../../../kit/field.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Empty } from '../../../kit/states.tsx';
import type { Column } from '../../../kit/table.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminRequest, type AdminResponse, useAdmin, useIsHere } from '../../api.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import { useWho } from '../../parts/people/who.ts';
import { usePublisherNames } from '../../parts/publisher-names.ts';
import { WordedList } from '../../parts/worded/worded-list.tsx';
import { useOperationWords } from './operation.tsx';
import { useCheckText, useOutcomeText } from './outcome.tsx';

type Row = AdminResponse<'listRefusedRequests'>['requests'][number];

interface RefusedProps {
  readonly list: ReturnType<typeof useListState>;
}

/** The id to explain. Error ids are preferred: they are ours, while clients choose request ids. */
const idOf = ({ errorId, requestId }: Row) => errorId ?? requestId;

/** Whose request it was, as far as it is known, and for which publisher. */
function useFromText() {
  const who = useWho();
  const publisherName = usePublisherNames();
  return ({ operatorId, operatorName, clientId, publisherId }: Row): string =>
    [
      operatorId !== undefined && who(operatorId, operatorName),
      clientId !== operatorId && clientId,
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
  const { operation = '', reason = '', device = '' } = list.filters;
  const request: AdminRequest<'listRefusedRequests'> = withoutBlanks({
    operation,
    reason,
    deviceReferenceId: device,
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
      <RefusedFilters list={list}>
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

const choices = (all: readonly { readonly name: string }[], textOf: (name: string) => string) =>
  all.map(({ name: value }) => ({ value, text: textOf(value) }));

function RefusedFilters({ list, children }: RefusedProps & { readonly children: ReactNode }) {
  const { explain: words } = useMessages();
  const outcomeText = useOutcomeText();
  const operationWords = useOperationWords();
  const isHere = useIsHere();
  const hasIssuer = isHere({ panel: 'issuer' });
  return (
    <ListFilters
      list={list}
      {...(hasIssuer && {
        search: {
          input: (
            <Field label={words.device}>
              <TextInput
                value={list.filters.device ?? ''}
                onChange={(device) => list.set({ device })}
                autoComplete="off"
                spellCheck={false}
              />
            </Field>
          ),
          set: setTo(list, 'device', words.device),
        },
      })}
      filters={[
        choiceFilter(list, 'operation', {
          label: words.operation,
          options: [
            { value: '', text: words.anyOperation },
            ...choices(operations.filter(isHere), operationWords),
          ],
        }),
        choiceFilter(list, 'reason', {
          label: words.reason,
          options: [{ value: '', text: words.anyReason }, ...choices(reasons.filter(isHere), outcomeText)],
        }),
      ]}
    >
      {children}
    </ListFilters>
  );
}
