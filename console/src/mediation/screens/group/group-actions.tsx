import { type ReactNode, useState } from 'react';
import { useNavigate } from '../../../frame/navigation.tsx';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Button } from '../../../kit/button.tsx';
import { Confirm } from '../../../kit/confirm.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Notice } from '../../../kit/states.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAccount } from '../../account.tsx';
import { ACTS, type Act, actsOf } from '../../model/acts.ts';
import { ARCHIVED } from '../../model/filter.ts';
import { RenameDialog } from './rename-dialog.tsx';
import { type GroupChangeProps, useGroupChange } from './use-group-change.ts';

interface ActDialogProps extends GroupChangeProps {
  readonly act: Act;
  readonly onClose: () => void;
}

function ActDialog({ act, onClose, ...of }: ActDialogProps) {
  const { mediation } = useMessages();
  const { title, text, action, done } = mediation.group.acts[act];
  const { displayName = '' } = of.group;
  const { publisherId } = useAccount();
  const say = useSay();
  const navigate = useNavigate();
  const toArchived = {
    text: mediation.groups.seeArchived,
    run: () => void navigate({ to: `/${publisherId}/groups`, search: { state: ARCHIVED } }),
  };
  const { run, isConflict } = useGroupChange(of);
  const confirm = async () => {
    const isDone = await run(act);
    if (isDone) say(done(displayName), act === 'archive' ? toArchived : undefined);
    return isDone;
  };
  return (
    <Confirm title={title(displayName)} text={text} action={action} onConfirm={confirm} onClose={onClose}>
      {isConflict && <Notice>{mediation.group.changedMeanwhile}</Notice>}
    </Confirm>
  );
}

interface GroupActionsProps extends GroupChangeProps {
  /** Other things to do with the group. */
  readonly children: ReactNode;
}

/** Rename, pause and resume, other actions, and last archive and unarchive. */
export function GroupActions({ children, ...of }: GroupActionsProps) {
  const { mediation } = useMessages();
  const { group: words } = mediation;
  const [open, setOpen] = useState<Act | 'rename'>();
  const acts = actsOf(of.group);
  const offered: readonly (Act | 'rename')[] =
    of.group.archiveTime === undefined ? ['rename', ...acts] : acts;
  useRequestedDialog<Act | 'rename'>(['rename', ...ACTS], setOpen, (one) => offered.includes(one));
  const close = () => setOpen(undefined);
  // The button of the opposite takes the same place, so that the focus stays there.
  const buttons = (key: 'state' | 'archive') =>
    acts
      .filter((act) => /archive$/.test(act) === (key === 'archive'))
      .map((act) => (
        <Button key={key} onClick={() => setOpen(act)}>
          {words.acts[act].action}
        </Button>
      ));
  return (
    <>
      {offered.includes('rename') && <Button onClick={() => setOpen('rename')}>{words.rename}</Button>}
      {buttons('state')}
      {children}
      {buttons('archive')}
      {open === 'rename' && <RenameDialog {...of} onClose={close} />}
      {open !== undefined && open !== 'rename' && <ActDialog {...of} act={open} onClose={close} />}
    </>
  );
}
