const berlin = 'TZID=Europe/Berlin'

/** What a calendar has, and when it keeps its host busy from the 4th to the 17th of January 2027. */
export const kinds: Record<string, { lines: string[][]; busy: string[] }> = {
  'a single entry': {
    lines: [['DTSTART:20270105T100000Z', 'DTEND:20270105T110000Z']],
    busy: ['05T10:00', '05T11:00'],
  },
  'RRULE from years ago': {
    lines: [
      [`DTSTART;${berlin}:20200106T090000`, `DTEND;${berlin}:20200106T100000`, 'RRULE:FREQ=WEEKLY;BYDAY=TU'],
    ],
    busy: ['05T08:00', '05T09:00', '12T08:00', '12T09:00'],
  },
  RDATE: {
    lines: [
      [
        `DTSTART;${berlin}:20260105T090000`,
        `DTEND;${berlin}:20260105T093000`,
        `RDATE;${berlin}:20270106T090000,20270107T120000`,
      ],
    ],
    busy: ['06T08:00', '06T08:30', '07T11:00', '07T11:30'],
  },
  EXDATE: {
    lines: [
      [
        `DTSTART;${berlin}:20270104T090000`,
        `DTEND;${berlin}:20270104T100000`,
        'RRULE:FREQ=DAILY;COUNT=3',
        `EXDATE;${berlin}:20270105T090000`,
      ],
    ],
    busy: ['04T08:00', '04T09:00', '06T08:00', '06T09:00'],
  },
  'RECURRENCE-ID that moves an occurrence, and one that cancels it': {
    lines: [
      [
        `DTSTART;${berlin}:20261205T090000`,
        `DTEND;${berlin}:20261205T100000`,
        'RRULE:FREQ=DAILY;UNTIL=20270107T120000Z',
        ...[4, 5].map((day) => `EXDATE;${berlin}:2027010${day}T090000`),
      ],
      [
        `RECURRENCE-ID;${berlin}:20270106T090000`,
        `DTSTART;${berlin}:20270111T150000`,
        `DTEND;${berlin}:20270111T153000`,
      ],
      [
        `RECURRENCE-ID;${berlin}:20270107T090000`,
        `DTSTART;${berlin}:20270107T090000`,
        `DTEND;${berlin}:20270107T100000`,
        'STATUS:CANCELLED',
      ],
    ],
    busy: ['11T14:00', '11T14:30'],
  },
  THISANDFUTURE: {
    lines: [
      [`DTSTART;${berlin}:20270104T090000`, `DTEND;${berlin}:20270104T100000`, 'RRULE:FREQ=DAILY;COUNT=4'],
      [
        `RECURRENCE-ID;RANGE=THISANDFUTURE;${berlin}:20270106T090000`,
        `DTSTART;${berlin}:20270106T130000`,
        `DTEND;${berlin}:20270106T140000`,
      ],
    ],
    busy: ['04T08:00', '04T09:00', '05T08:00', '05T09:00', '06T12:00', '06T13:00', '07T12:00', '07T13:00'],
  },
  // The other entries are in Berlin, so this one is too.
  'floating time': {
    lines: [['DTSTART:20270105T100000', 'DTEND:20270105T110000']],
    busy: ['05T09:00', '05T10:00'],
  },
  'all day': {
    lines: [['DTSTART;VALUE=DATE:20270105', 'DTEND;VALUE=DATE:20270106']],
    busy: ['04T23:00', '05T23:00'],
  },
  'a Windows zone': {
    lines: [
      vtimezone('W. Europe Standard Time', '+0100'),
      ['DTSTART;TZID="W. Europe Standard Time":20270105T100000', 'DURATION:PT1H'],
    ],
    busy: ['05T09:00', '05T10:00'],
  },
  'a VTIMEZONE that contradicts its TZID': {
    lines: [
      vtimezone('Europe/Berlin', '+0500'),
      [`DTSTART;${berlin}:20270105T100000`, `DTEND;${berlin}:20270105T110000`],
    ],
    busy: ['05T09:00', '05T10:00'],
  },
  'marked free': {
    lines: [['DTSTART:20270105T100000Z', 'DTEND:20270105T110000Z', 'TRANSP:TRANSPARENT']],
    busy: [],
  },
}

function vtimezone(tzid: string, offset: string): string[] {
  const rule = ['DTSTART:19700101T000000', `TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`]
  return ['BEGIN:VTIMEZONE', `TZID:${tzid}`, 'BEGIN:STANDARD', ...rule, 'END:STANDARD', 'END:VTIMEZONE']
}
