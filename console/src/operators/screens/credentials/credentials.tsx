import { useState } from 'react';
import { useListState } from '../../../frame/list-state.ts';
import { Page } from '../../../frame/page.tsx';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminRequest, type AdminResponse, useAdmin, useMayCall } from '../../api.ts';
import { ExportButton } from '../../parts/export-button.tsx';
import { useKnownNames } from '../../parts/people/known-names.ts';
import { useChoice } from '../../parts/use-choice.ts';
import { WordedList } from '../../parts/worded/worded-list.tsx';
import { CredentialFilters, credentialRequest } from './filters.tsx';
import { ClearMany, RevokeMany } from './many.tsx';
import { CREDENTIAL_CELLS } from './state-cell.tsx';

type Row = AdminResponse<'listCredentials'>['credentials'][number];

export function Credentials() {
  const { common, credentials: words } = useMessages();
  const may = useMayCall();
  const list = useListState();
  const request: AdminRequest<'listCredentials'> = credentialRequest(list.filters);
  const query = useAdmin('listCredentials', { ...request, ...list.page });
  const rows: readonly Row[] = query.data?.credentials ?? [];
  const chosen = useChoice(rows.map(({ id }) => id));
  const names = useKnownNames();
  const [opened, setOpened] = useState<'revoke' | 'clear'>();
  const close = (left?: readonly string[]) => {
    setOpened(undefined);
    if (left) chosen.set(left);
  };
  const canClear =
    may('clearAction') &&
    rows.some(({ id, userActionRequired }) => userActionRequired && chosen.ids.includes(id));
  const canChoose = may('revokeCredential') || may('clearAction');
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={
        <ExportButton
          method="listCredentials"
          shown={query.data}
          request={request}
          rowsOf={(answer) => answer.credentials}
          file="credentials.csv"
          columns={[
            'id',
            'holderId',
            'deviceReferenceId',
            'state',
            'recordVersion',
            ['actionDeadline', deadlineOf],
            'createTime',
            'updateTime',
          ]}
        />
      }
    >
      <CredentialFilters list={list}>
        {chosen.ids.length > 0 && (
          <div className="actions chosen" role="status">
            <span>{common.chosen(chosen.ids.length)}</span>
            {canClear && <Button onClick={() => setOpened('clear')}>{words.clear}</Button>}
            {may('revokeCredential') && (
              <Button kind="danger" onClick={() => setOpened('revoke')}>
                {words.revoke}
              </Button>
            )}
          </div>
        )}
        <WordedList
          method="listCredentials"
          query={query}
          list={list}
          caption={words.caption}
          cells={CREDENTIAL_CELLS}
          {...(canChoose && {
            choice: chosen.choice(({ id, holderId }: Row) => `${names.get(holderId) ?? ''} ${id}`.trim()),
          })}
          empty={<Empty title={words.emptyTitle}>{words.emptyText}</Empty>}
        />
      </CredentialFilters>
      {opened === 'revoke' && <RevokeMany ids={chosen.ids} onClose={close} />}
      {opened === 'clear' && <ClearMany ids={chosen.ids} onClose={close} />}
    </Page>
  );
}

const deadlineOf = ({ userActionRequired }: Row) =>
  userActionRequired && new Date(Number(userActionRequired.deadlineTimeMillis)).toISOString();
