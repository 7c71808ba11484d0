import { parseDay } from '../typed-day.ts'

/** Mantine's default texts are English; here every component with texts gets Russian ones. */
const closeLabel = { 'aria-label': 'Закрыть' }

/** Labels of the buttons that change the month, the year or the decade. */
const calendarLabels = {
  nextMonth: 'Следующий месяц',
  previousMonth: 'Предыдущий месяц',
  nextYear: 'Следующий год',
  previousYear: 'Предыдущий год',
  nextDecade: 'Следующее десятилетие',
  previousDecade: 'Предыдущее десятилетие',
}

/** Without this parser Mantine reads «01.02.2026» as the 2nd of January. */
const calendar = {
  valueFormat: 'DD.MM.YYYY',
  dateParser: parseDay,
  ariaLabels: calendarLabels,
  highlightToday: true,
  weekendDays: [],
  clearButtonProps: { 'aria-label': 'Очистить' },
}

/** The header of a dialog is no banner: on a phone the page has one. */
const withoutBanner = { header: { role: 'none' } }

const compact = { size: 'sm' }
const pages: Record<string, string> = {
  first: 'Первая страница',
  last: 'Последняя страница',
  next: 'Следующая страница',
  previous: 'Предыдущая страница',
}

export const russianDefaults = {
  Button: { defaultProps: { size: 'xs' } },
  CloseButton: { defaultProps: closeLabel },
  TextInput: { defaultProps: compact },
  Textarea: { defaultProps: { ...compact, autosize: true, minRows: 3 } },
  NumberInput: { defaultProps: { ...compact, decimalSeparator: ',', thousandSeparator: ' ' } },
  PasswordInput: { defaultProps: { ...compact, visibilityToggleButtonProps: { 'aria-label': 'Показать пароль' } } },
  Select: {
    defaultProps: {
      ...compact,
      nothingFoundMessage: 'Ничего не найдено',
      clearButtonProps: { 'aria-label': 'Очистить' },
    },
  },
  TagsInput: { defaultProps: { ...compact, clearButtonProps: { 'aria-label': 'Очистить' } } },
  Pill: { defaultProps: { removeButtonProps: { 'aria-label': 'Убрать' } } },
  FileInput: { defaultProps: { ...compact, clearButtonProps: { 'aria-label': 'Очистить' } } },
  Checkbox: { defaultProps: { size: 'xs', radius: 4 } },
  Switch: { defaultProps: compact },
  Modal: {
    defaultProps: {
      closeButtonProps: closeLabel,
      centered: true,
      transitionProps: { duration: 140 },
      attributes: withoutBanner,
    },
  },
  Drawer: {
    defaultProps: { closeButtonProps: closeLabel, transitionProps: { duration: 140 }, attributes: withoutBanner },
  },
  Alert: { defaultProps: { closeButtonLabel: 'Закрыть' } },
  Notification: { defaultProps: { closeButtonProps: closeLabel } },
  Spoiler: { defaultProps: { showLabel: 'Показать ещё', hideLabel: 'Свернуть' } },
  Tooltip: {
    defaultProps: {
      openDelay: 400,
      withArrow: true,
      events: { hover: true, focus: true, touch: false },
      // By default a tooltip is one line, however long, and is cut by the edge of the window.
      multiline: true,
      maw: 'min(320px, calc(100vw - 24px))',
    },
  },
  Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
  // No focus placeholder: an item of the menu gets the focus.
  Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md', transitionProps: { duration: 120 } } },
  Pagination: { defaultProps: { getControlProps: (control: string) => ({ 'aria-label': pages[control] }) } },
  DateInput: { defaultProps: { ...calendar, size: 'sm', placeholder: 'ДД.ММ.ГГГГ' } },
  Calendar: { defaultProps: { ariaLabels: calendarLabels, highlightToday: true, weekendDays: [] } },
  TimeInput: { defaultProps: compact },
  TimePicker: {
    defaultProps: {
      ...compact,
      hoursInputLabel: 'Часы',
      minutesInputLabel: 'Минуты',
      clearButtonProps: { 'aria-label': 'Очистить' },
    },
  },
}
