import { useState } from 'react';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Badge, toneOf } from '../../../kit/badge.tsx';
import { Button } from '../../../kit/button.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin, useMayCall } from '../../api.ts';
import { WordedDialog } from '../../parts/worded/worded-dialog.tsx';
import { WordedTable } from '../../parts/worded/worded-list.tsx';

/** Keys of the authorization server. */
export function TokenKeys() {
  const { keys: words } = useMessages();
  const query = useAdmin('listOAuthKeys', {});
  const may = useMayCall();
  const [isOpen, setOpen] = useState(false);
  useRequestedDialog(['rotate'], () => setOpen(true));
  return (
    <>
      <Headed
        actions={
          may('rotateOAuthKeys') && <Button onClick={() => setOpen(true)}>{words.rotateTokens}</Button>
        }
      >
        <h2>{words.tokensCaption}</h2>
      </Headed>
      <p className="soft">{words.tokensLead}</p>
      <WordedTable
        method="listOAuthKeys"
        query={query}
        caption={words.tokensCaption}
        cells={{
          stage: ({ stage }) => <Badge tone={toneOf(stage)}>{words.stages[stage]}</Badge>,
        }}
        empty=""
      />
      {isOpen && <WordedDialog method="rotateOAuthKeys" onClose={() => setOpen(false)} />}
    </>
  );
}
