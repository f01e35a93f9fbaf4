import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconInfoCircleFilled,
  IconX,
} from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useText } from '../lib/texts/texts.ts';
import { hideToast, toastStore } from './toast-store.ts';
import type { Toast } from './toast-store.ts';
import classes from './toast-host.module.css';

const icons = {
  success: IconCircleCheckFilled,
  info: IconInfoCircleFilled,
  error: IconAlertTriangleFilled,
};

/** Where toasts appear; one stands in the app. Screen readers hear errors at once, the rest politely. */
export function ToastHost() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.get);
  const urgent = toasts.filter((toast) => toast.kind === 'error');
  const calm = toasts.filter((toast) => toast.kind !== 'error');
  return (
    <div className={classes.host} data-passing>
      <output aria-live="polite" className={classes.stack}>
        {calm.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </output>
      <div role="alert" aria-live="assertive" className={classes.stack}>
        {urgent.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const t = useText();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => hideToast(toast.id), toast.lifeMs);
    return () => clearTimeout(timer);
  }, [isHeld, toast]);
  const Icon = icons[toast.kind];
  const finish = (act: (() => void) | undefined) => {
    hideToast(toast.id);
    act?.();
  };
  return (
    <div
      className={classes.toast}
      data-kind={toast.kind}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon className={classes.icon} size={18} aria-hidden />
      {toast.onOpen ? (
        <button type="button" className={classes.open} onClick={() => finish(toast.onOpen)}>
          {toast.message}
        </button>
      ) : (
        <span className={classes.message}>{toast.message}</span>
      )}
      {toast.onUndo && (
        <button type="button" className={classes.undo} onClick={() => finish(toast.onUndo)}>
          {t('common.undo')}
        </button>
      )}
      {toast.action && (
        <button type="button" className={classes.undo} onClick={() => finish(toast.action?.run)}>
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        className={classes.close}
        aria-label={t('common.close')}
        onClick={() => finish(undefined)}
      >
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
}
