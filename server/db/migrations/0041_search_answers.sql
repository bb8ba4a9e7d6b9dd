-- Searches find answers too, but not the host's notes.
UPDATE bookings SET search_what = search_what || chr(31) || found.answers
FROM (
  SELECT host_id, id, replace(replace(replace(replace(translate(
    upper(regexp_replace(normalize(left(string_agg(answer #>> '{}', chr(10)), 10000), NFKD), '[\u0300-\u036f]', '', 'g')),
    'ŁĐÐĦØŦ', 'LDDHOT'), 'Æ', 'AE'), 'Œ', 'OE'), 'Þ', 'TH'), 'ẞ', 'SS') AS answers
  FROM bookings, jsonb_path_query(custom_fields, '$[*] ? (@.collectionStage == "onBooking").fields[*].value[*]') AS answer
  WHERE answer #>> '{}' <> ''
  GROUP BY host_id, id
) AS found
WHERE bookings.host_id = found.host_id AND bookings.id = found.id;
