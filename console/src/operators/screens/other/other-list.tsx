import { useState } from 'react';
import { useListState } from '../../../frame/list-state.ts';
import { useAddressPart } from '../../../frame/navigation.tsx';
import { NotFound } from '../../../frame/not-found.tsx';
import { Page } from '../../../frame/page.tsx';
import { Button } from '../../../kit/button.tsx';
import { Empty } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type MethodName, useAdmin, useMayCall } from '../../api.ts';
import { rowKind } from '../../parts/row-kind.ts';
import { useWord } from '../../parts/worded/columns.tsx';
import { useActionName, WordedDialog } from '../../parts/worded/worded-dialog.tsx';
import { WordedList } from '../../parts/worded/worded-list.tsx';
import { actionsOn, OTHER_LISTS, titleOf } from './other-lists.ts';

interface Opened {
  readonly action: MethodName;
  readonly id: string;
}

function List({ method }: { readonly method: MethodName }) {
  const { common, parts } = useMessages();
  const word = useWord();
  const nameOf = useActionName();
  const may = useMayCall();
  const list = useListState();
  const query = useAdmin(method, list.page);
  const [opened, setOpened] = useState<Opened>();
  const actions = actionsOn(method).filter(may);
  const title = word(titleOf(method));
  const buttons = {
    key: 'actions',
    head: common.actions,
    cell: ({ id }: { readonly id: string }) => (
      <div className="actions row-actions">
        {actions.map((action) => (
          <Button
            key={action}
            kind={rowKind(action)}
            aria-label={`${nameOf(action)} ${id}`}
            onClick={() => setOpened({ action, id })}
          >
            {nameOf(action)}
          </Button>
        ))}
      </div>
    ),
  };
  return (
    <Page title={title}>
      <WordedList
        method={method}
        query={query}
        list={list}
        caption={title}
        {...(actions.length > 0 && { more: [buttons] })}
        empty={<Empty title={parts.noRows} />}
      />
      {opened && (
        <WordedDialog
          key={opened.id}
          method={opened.action}
          on={{ id: opened.id }}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Page>
  );
}

/** A list without a screen of its own, with the actions on its rows: all of it comes from its words. */
export function OtherList() {
  const method = useAddressPart('method');
  const known = OTHER_LISTS.find((name) => name === method);
  return known ? <List key={known} method={known} /> : <NotFound />;
}
