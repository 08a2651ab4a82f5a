// SPDX-License-Identifier: MIT OR Apache-2.0
// Simplified Chinese in traditional characters: one table of the characters that the texts of the project use, and the
// words in which one of them becomes another character. The pairs are facts of the writing, taken from the table of
// OpenCC (BYVoid/OpenCC on GitHub, Apache-2.0), with 為, 裡, 啟 and 鐘 as they are usual.

const FROM =
  "万与东丢两个为么义习书争于亏亚亿从们价优会传体余储儿兑关内册写军冯决准减几击则删别务动势匀区华协单却历压厘参双发变叶号后吕听启团围国图圆场坏坛声处复够头夹学实宫对寻将层届帅带帮幂并库应开异弃张强当录径" +
  "态总悬战户执扰报拟择挡损换据摆数断无旧时显暂术机杀权杠条来极构标树样桥检横残毙汇汉没浅测浏渐溃滚满点爱牵状独献环现电画监盖盘码砗确离种积称稳筛签简类红约级纳线练组终绊经结给络绝统继续缀缓编缩网联胁胜脑" +
  "脚节范荐荣获蓝补见观规视览计认让训议记讲许论设访证评识词译试话询该语误说请读谁调谱负败质贪贯贴资赛赢赵车转轮软轻载较输边达过运还这进违连迹适选递邻释里钟钥钦钩铁银链销错键镜长门闭问闲间际随隐难静页项顺" +
  "须预领题风飞马驳验骑鸯鸳鹏龟";
const TO =
  "萬與東丟兩個為麼義習書爭於虧亞億從們價優會傳體餘儲兒兌關內冊寫軍馮決準減幾擊則刪別務動勢勻區華協單卻歷壓釐參雙發變葉號後呂聽啟團圍國圖圓場壞壇聲處復夠頭夾學實宮對尋將層屆帥帶幫冪並庫應開異棄張強當錄徑" +
  "態總懸戰戶執擾報擬擇擋損換據擺數斷無舊時顯暫術機殺權槓條來極構標樹樣橋檢橫殘斃匯漢沒淺測瀏漸潰滾滿點愛牽狀獨獻環現電畫監蓋盤碼硨確離種積稱穩篩籤簡類紅約級納線練組終絆經結給絡絕統繼續綴緩編縮網聯脅勝腦" +
  "腳節範薦榮獲藍補見觀規視覽計認讓訓議記講許論設訪證評識詞譯試話詢該語誤說請讀誰調譜負敗質貪貫貼資賽贏趙車轉輪軟輕載較輸邊達過運還這進違連跡適選遞鄰釋裡鐘鑰欽鉤鐵銀鏈銷錯鍵鏡長門閉問閒間際隨隱難靜頁項順" +
  "須預領題風飛馬駁驗騎鴦鴛鵬龜";

/** Words that are not written character by character. @type {Record<string, string>} */
const WORDS = { 复制: "複製", 重复: "重複", 布局: "佈局", 注释: "註釋", 合并: "合併", 关系: "關係" };

const WRITTEN = new Map([...FROM].map((character, at) => [character, [...TO][at]]));
const PATTERN = new RegExp(`${Object.keys(WORDS).join("|")}|[${FROM}]`, "g");

/** @param {string} text in simplified characters */
export const traditional = (text) => text.replace(PATTERN, (part) => WORDS[part] ?? WRITTEN.get(part));
