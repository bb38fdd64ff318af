import { type ReactNode, useState } from 'react';
import { useNavigate } from '../../../frame/navigation.tsx';
import { useRequestedDialog } from '../../../frame/requested-dialog.ts';
import { Button } from '../../../kit/button.tsx';
import { Confirm } from '../../../kit/confirm.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { MoreMenu } from '../../../kit/more-menu.tsx';
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

/** Pause and resume, or unarchive, then other actions; what is rare is in a menu. */
export function GroupActions({ children, ...of }: GroupActionsProps) {
  const { mediation } = useMessages();
  const { group: words } = mediation;
  const { publisherId } = useAccount();
  const navigate = useNavigate();
  const [open, setOpen] = useState<Act | 'rename'>();
  const acts = actsOf(of.group);
  const offered: readonly (Act | 'rename')[] =
    of.group.archiveTime === undefined ? ['rename', ...acts] : acts;
  useRequestedDialog<Act | 'rename'>(['rename', ...ACTS], setOpen, (one) => offered.includes(one));
  const close = () => setOpen(undefined);
  const toCompare = { to: `/${publisherId}/groups/compare`, search: { a: of.group.mediationGroupId } };
  const rare = [
    { text: words.rename, isOffered: offered.includes('rename'), run: () => setOpen('rename') },
    { text: words.compare, isOffered: true, run: () => void navigate(toCompare) },
    {
      text: words.acts.archive.action,
      isOffered: offered.includes('archive'),
      run: () => setOpen('archive'),
    },
  ];
  return (
    <>
      {acts
        .filter((act) => act !== 'archive')
        .map((act) => (
          // The button of the opposite takes the same place, so that the focus stays there.
          <Button key="state" onClick={() => setOpen(act)}>
            {words.acts[act].action}
          </Button>
        ))}
      {children}
      <MoreMenu items={rare} />
      {open === 'rename' && <RenameDialog {...of} onClose={close} />}
      {open !== undefined && open !== 'rename' && <ActDialog {...of} act={open} onClose={close} />}
    </>
  );
}
