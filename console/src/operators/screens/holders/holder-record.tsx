import { useState } from 'react';
import { Button } from '../../../kit/button.tsx';
import { Denied } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { roleFor, useMayCall } from '../../api.ts';
import { HolderRecord } from '../../parts/record.tsx';
import { useRecord } from '../../parts/record-query.ts';

/** Shows the record on request, as every view is written to the audit log. */
export function RecordOnRequest({ id }: { readonly id: string }) {
  const { holder: words } = useMessages();
  const may = useMayCall();
  const [isShown, setShown] = useState(false);
  const query = useRecord(isShown ? id : undefined);
  if (!may('getHolderRecord')) return <Denied role={roleFor('getHolderRecord')} />;
  if (isShown) return <HolderRecord query={query} holderId={id} withoutPortrait />;
  return (
    <div className="stack box">
      <p className="soft">{words.recordText}</p>
      <div>
        <Button onClick={() => setShown(true)}>{words.showRecord}</Button>
      </div>
    </div>
  );
}
